import { fieldOf } from "../../../domain/field-of.ts";
import { trusted } from "../../../domain/trusted.ts";
import { retryAfterMsIn } from "../../retry-after.ts";
import type { Credentials } from "../channel.ts";
import { type PlatformResponse, publicationError, requestPlatform, saidReason } from "../platform-request.ts";

type Request = Parameters<typeof requestPlatform>[1];
type Limits = Parameters<typeof requestPlatform>[2];

/** The brand's credentials and settings. `mastodonCredentials` has parsed them. */
interface MastodonSettings {
  instance: string;
  accessToken: string;
  visibility?: string | null;
  language?: string | null;
  contentWarning?: string | null;
}

export function settingsIn(credentials: Credentials): MastodonSettings {
  return trusted<MastodonSettings>(credentials);
}

/** Sends a request to the brand's instance with its access token. @throws {FetchError} when it gives no response */
export function requestInstance(
  credentials: Credentials,
  path: string,
  request: Request,
  limits: Limits,
): Promise<PlatformResponse> {
  const { instance, accessToken } = settingsIn(credentials);
  const headers = { ...request.headers, Authorization: `Bearer ${accessToken}` };
  return requestPlatform(new URL(path, instance).href, { ...request, headers }, limits);
}

const charactersMax = 255;

/** A short text in a response of the instance, such as an id; null if it has none, or one that is too long to be stored. */
export function textIn(json: unknown, name: string): string | null {
  const text = fieldOf(json, name);
  return typeof text === "string" && text !== "" && text.length <= charactersMax ? text : null;
}

/** The reason in a response of the instance, as one line without the access token; empty if it names none. */
export function reasonIn({ json }: PlatformResponse, credentials: Credentials): string {
  return saidReason(fieldOf(json, "error"), secretsIn(credentials));
}

/** The settings are no secrets: a reason may contain their words. */
const secretsIn = (credentials: Credentials) => ({ accessToken: settingsIn(credentials).accessToken });

/**
 * 401: the token is unknown or revoked. 403: it does not have the scope, or the account is disabled.
 * https://docs.joinmastodon.org/methods/statuses/#create
 */
const lostStatuses: readonly number[] = [401, 403];

/**
 * Returns the error of the channel port for a response that is no success.
 * @param isUpload whether the request uploaded an image, and so published nothing
 */
export function instanceError(
  response: PlatformResponse,
  { credentials, nowMs, isUpload = false }: { credentials: Credentials; nowMs: number; isUpload?: boolean },
): Error {
  return publicationError(response, {
    platform: "Mastodon",
    reason: fieldOf(response.json, "error"),
    lostStatuses,
    retryAfterMs: untilResetMs(response, nowMs),
    credentials: secretsIn(credentials),
    nowMs,
    ...(isUpload && { publishesNothing: true, rejectedCode: "media_refused" }),
  });
}

/**
 * How long a rate limit lasts, by the time at which it resets, compared with the response's date: both come from
 * the instance's clock.
 * https://docs.joinmastodon.org/api/rate-limits/
 */
function untilResetMs({ status, headers }: PlatformResponse, nowMs: number): number | undefined {
  // Every response has the header. Only status 429 means that the limit was reached.
  if (status !== 429 || retryAfterMsIn(headers, nowMs) !== undefined) return undefined;
  const dateMs = Date.parse(headers.date ?? "");
  const resetMs = Date.parse(String(headers["x-ratelimit-reset"]));
  const waitMs = resetMs - (Number.isNaN(dateMs) ? nowMs : dateMs);
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
