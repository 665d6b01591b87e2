import { fieldOf } from "../../../domain/field-of.ts";
import { dayMs } from "../../../domain/time.ts";
import { trusted } from "../../../domain/trusted.ts";
import type { Credentials } from "../channel.ts";
import {
  type PlatformRequest,
  type PlatformResponse,
  publicationError,
  requestPlatform,
} from "../platform-request.ts";

/** Where LinkedIn's API is. */
export interface LinkedinApi {
  /** Without a trailing slash. Read before each attempt. */
  readonly apiUrl: string;
}

/** What `linkedinCredentials` has parsed. */
interface LinkedinCredentials {
  accessToken: string;
  /** The URN of the member or the organization that posts. */
  author: string;
  version?: string | null;
}

/** LinkedIn supports each version for at least a year. https://learn.microsoft.com/linkedin/marketing/versioning */
const versionDefault = "202607";

export const linkedinCredentialsIn = (credentials: Credentials): LinkedinCredentials =>
  trusted<LinkedinCredentials>(credentials);

/** Sends requests to LinkedIn with the token of one brand. */
export type AskLinkedin = (path: string, request?: PlatformRequest) => Promise<PlatformResponse>;

/** Returns the function that sends the requests of one attempt. It throws a `FetchError` when LinkedIn gives no response. */
export function openLinkedin(
  { apiUrl }: LinkedinApi,
  credentials: Credentials,
  limits: { timeoutMs: number; allowLoopback: boolean },
): AskLinkedin {
  const { accessToken, version } = linkedinCredentialsIn(credentials);
  return (path, { headers, ...request } = {}) => {
    const url = path.startsWith("/") ? `${apiUrl}${path}` : path;
    return requestPlatform(
      url,
      {
        ...request,
        headers: {
          ...(isOfLinkedin(url, apiUrl) && { Authorization: `Bearer ${accessToken}` }),
          "LinkedIn-Version": version ?? versionDefault,
          "X-Restli-Protocol-Version": "2.0.0",
          ...headers,
        },
      },
      limits,
    );
  };
}

/** Whether an address may get the token. LinkedIn itself names the address of an upload. */
function isOfLinkedin(url: string, apiUrl: string): boolean {
  const host = URL.parse(url)?.host ?? "";
  return host === URL.parse(apiUrl)?.host || host.endsWith(".linkedin.com");
}

/** The token has expired or was revoked (401), or may not post for the author (403), or the version has ended (426). */
export const lostStatuses: readonly number[] = [401, 403, 426];

/** What LinkedIn says about a failure. */
export function reasonIn({ status, json }: PlatformResponse): string | undefined {
  const message = fieldOf(json, "message");
  if (typeof message !== "string") return undefined;
  return status === 426 ? `${message}: set "version" to one that LinkedIn supports` : message;
}

/**
 * What LinkedIn says when a limit of a day is reached, such as that of an app or a member. All of them end at midnight UTC,
 * and LinkedIn documents no Retry-After header. https://learn.microsoft.com/linkedin/shared/api-guide/concepts/rate-limits
 */
const dailyLimit = /throttle (?:\w+ DAY )?limit for calls to this resource is reached/;

interface Failed {
  credentials: Credentials;
  nowMs: number;
  /** Whether the request prepared the post, such as an upload, and published nothing. @default false */
  publishesNothing?: boolean;
}

/** Returns the error of the channel port for a response to a request that publishes or prepares a post. */
export function linkedinError(
  response: PlatformResponse,
  { credentials, nowMs, publishesNothing = false }: Failed,
): Error {
  const { accessToken } = linkedinCredentialsIn(credentials);
  const reason = reasonIn(response);
  const isDaily = response.status === 429 && dailyLimit.test(reason ?? "");
  return publicationError(response, {
    platform: "LinkedIn",
    reason,
    lostStatuses,
    ...(isDaily && { retryAfterMs: dayMs - (nowMs % dayMs) }),
    credentials: { accessToken },
    nowMs,
    publishesNothing,
  });
}

/** Reserves an upload: the address that takes the bytes of an image, and the URN of the image. */
export function reserveUpload(ask: AskLinkedin, author: string): Promise<PlatformResponse> {
  return ask("/rest/images?action=initializeUpload", {
    method: "POST",
    json: { initializeUploadRequest: { owner: author } },
  });
}
