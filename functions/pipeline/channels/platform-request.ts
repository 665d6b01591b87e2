import type { IncomingHttpHeaders } from "node:http";
import { FetchError } from "../../http/fetch-error.ts";
import { guardedFetch } from "../../http/guarded-fetch.ts";
import { bodyBytes, type RequestBody } from "../../http/request-body.ts";
import { retryAfterMsIn } from "../retry-after.ts";
import { ChannelRejected, type Credentials, CredentialsInvalid, NotSent } from "./channel.ts";

/** One request to the API of a platform. */
export interface PlatformRequest {
  /** @default "GET" */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  /** A body that is sent as JSON. */
  json?: unknown;
  /** A body that is sent as it is. `headers` must have its type. */
  body?: RequestBody;
}

export interface PlatformResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Undefined if the body is not JSON, or was cut off. */
  json: unknown;
}

interface RequestLimits {
  timeoutMs: number;
  /** Whether the URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** No response that a channel reads is longer. */
const responseBytesMax = 1_024 * 1_024;

/**
 * Sends a request to a platform. Does not follow redirects.
 * @throws {FetchError} when the platform gives no response
 */
export async function requestPlatform(
  url: string,
  { method = "GET", headers = {}, json, body }: PlatformRequest,
  { timeoutMs, allowLoopback }: RequestLimits,
): Promise<PlatformResponse> {
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await guardedFetch(url, {
    method,
    headers: {
      Accept: "application/json",
      "User-Agent": "ContentPipelineService-Channel/1.0",
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(content !== undefined && { "Content-Length": String(bodyBytes(content)) }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
    timeoutMs,
    maxBodyBytes: responseBytesMax,
    allowLoopback,
    // On an idle connection that breaks, the guarded client sends the request again, which could publish a post twice.
    keepAlive: method === "GET",
  });
  return { status: response.status, headers: response.headers, json: parsed(response.body) };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The platform may accept the same post later. */
const passingStatuses = new Set([408, 425, 429]);

/** What is known about a response that is no success. */
interface FailedResponse {
  /** The name of the platform, for messages. */
  platform: string;
  /** What the platform says about the failure. */
  reason: unknown;
  /** The statuses by which the platform says that it does not accept the credentials. */
  lostStatuses: readonly number[];
  /** How long the platform asks to wait, if not by its `Retry-After` header. */
  retryAfterMs?: number | undefined;
  credentials: Credentials;
  nowMs: number;
  /** Whether the request published nothing, such as an upload: then a retry is safe after any server error. @default false */
  publishesNothing?: boolean;
  /** The code of a rejection. @default "channel_refused" */
  rejectedCode?: string;
}

/** Returns the error of the channel port for a response to a request that publishes or prepares a post. */
export function publicationError({ status, headers }: PlatformResponse, failed: FailedResponse): Error {
  const { platform, lostStatuses, credentials, nowMs, rejectedCode = "channel_refused" } = failed;
  const said = saidReason(failed.reason, credentials);
  const message = `${platform} returned status ${status}${said === "" ? "." : `: ${said}`}`;
  if (lostStatuses.includes(status))
    return new CredentialsInvalid(`${message} Connect the channel again, then retry the post.`);
  const retryAfterMs = failed.retryAfterMs ?? retryAfterMsIn(headers, nowMs);
  // A platform that says when to retry has done nothing. Any other server error may follow a publication.
  if (passingStatuses.has(status) || (status === 503 && retryAfterMs !== undefined))
    return new NotSent(message, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      code: status === 429 ? "rate_limited" : "channel_unavailable",
    });
  if (status < 500) return new ChannelRejected(rejectedCode, message);
  return failed.publishesNothing === true ? new NotSent(message) : new Error(message);
}

const reasonCharactersMax = 300;

/** What a platform says, as one line that ends with a full stop, without anything secret; empty if it says nothing. */
export function saidReason(said: unknown, credentials: Credentials): string {
  if (typeof said !== "string") return "";
  const secrets = Object.values(credentials).filter(
    (value) => typeof value === "string" && value.length >= 6,
  );
  const hidden = secrets.reduce<string>((text, secret) => text.replaceAll(String(secret), "***"), said);
  const line = hidden
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, reasonCharactersMax)
    .toWellFormed();
  return line === "" || /[.!?]$/.test(line) ? line : `${line}.`;
}

/**
 * Rethrows an error of the guarded client for a request that publishes a post: as `NotSent` if there was no connection on
 * which the request could be sent, else as it is, because the outcome is unknown.
 */
export function rethrowAsNotSent(error: unknown): never {
  if (error instanceof FetchError && !error.requestSent) rethrowAsRetryable(error);
  throw error;
}

/** Rethrows an error of the guarded client for a request that publishes nothing, so that a retry is safe. */
export function rethrowAsRetryable(error: unknown): never {
  if (error instanceof FetchError)
    throw new NotSent(`The channel could not be reached: ${error.message}.`, { cause: error });
  throw error;
}
