import { fieldOf } from "../../../domain/field-of.ts";
import { trusted } from "../../../domain/trusted.ts";
import type { Credentials } from "../channel.ts";
import { type PlatformResponse, publicationError, requestPlatform } from "../platform-request.ts";

/** The credentials of the channel. `blueskyCredentials` has parsed them. */
interface BlueskyCredentials {
  service: string;
  identifier: string;
  password: string;
  languages?: readonly string[] | null;
}

export const blueskyIn = (credentials: Credentials): BlueskyCredentials =>
  trusted<BlueskyCredentials>(credentials);

/** The address of a method of the brand's server. https://atproto.com/specs/xrpc */
export function xrpcUrl(
  credentials: Credentials,
  method: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(`/xrpc/${method}`, blueskyIn(credentials).service);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

interface RequestLimits {
  timeoutMs: number;
  allowLoopback: boolean;
}

/** Logs in. Bluesky allows 30 logins of an account in five minutes and 300 a day. */
export function logIn(credentials: Credentials, limits: RequestLimits): Promise<PlatformResponse> {
  const { identifier, password } = blueskyIn(credentials);
  const url = xrpcUrl(credentials, "com.atproto.server.createSession");
  // People know their handle with the "@" that mentions have.
  const json = { identifier: identifier.replace(/^@/, ""), password };
  return requestPlatform(url, { method: "POST", json }, limits);
}

/** The tokens of a session, with the account that it belongs to. */
export interface Tokens extends Readonly<Record<string, string>> {
  did: string;
  accessJwt: string;
  refreshJwt: string;
}

/** Returns the tokens in the response of a login or a refresh; null if it has none. */
export function tokensIn(json: unknown): Tokens | null {
  const [did, accessJwt, refreshJwt] = ["did", "accessJwt", "refreshJwt"].map((name) => fieldOf(json, name));
  const isComplete =
    typeof did === "string" && typeof accessJwt === "string" && typeof refreshJwt === "string";
  return isComplete ? { did, accessJwt, refreshJwt } : null;
}

/** The name of the error in a response, such as `InvalidSwap`; undefined if it has none. */
export const errorNameIn = ({ json }: PlatformResponse): unknown => fieldOf(json, "error");

/** What is needed to make an error of a response. The error shows nothing that is in `credentials`. */
export interface Failing {
  credentials: Credentials;
  nowMs: number;
}

/** Returns the error of the port for a response to the request that publishes a post. */
export const publishingError = (response: PlatformResponse, failing: Failing): Error =>
  errorOf(response, failing, false);

/** Returns the error of the port for a response to a request that publishes nothing: a retry is safe after any server error. */
export const preparationError = (response: PlatformResponse, failing: Failing): Error =>
  errorOf(response, failing, true);

function errorOf(response: PlatformResponse, failing: Failing, publishesNothing: boolean): Error {
  const reason = fieldOf(response.json, "message") ?? errorNameIn(response);
  const failed = { platform: "Bluesky", reason, lostStatuses: [401], publishesNothing };
  return publicationError(response, { ...failed, ...failing });
}
