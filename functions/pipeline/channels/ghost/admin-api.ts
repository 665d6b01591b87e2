import { createHmac } from "node:crypto";
import { fieldOf } from "../../../domain/field-of.ts";
import { secondMs } from "../../../domain/time.ts";
import { trusted } from "../../../domain/trusted.ts";
import { type Credentials, NotSent } from "../channel.ts";
import {
  isSuccess,
  type PlatformRequest,
  type PlatformResponse,
  publicationError,
  requestPlatform,
  rethrowAsRetryable,
  saidReason,
} from "../platform-request.ts";

/** The body with which a client connected the channel. `ghostCredentials` has parsed it. */
interface GhostCredentials {
  url: string;
  adminKey: string;
  status?: "published" | "draft";
  newsletter?: string | null;
}

/** A blog, and what its requests need. */
export interface Blog extends Required<GhostCredentials> {
  nowMs: number;
  timeoutMs: number;
  allowLoopback: boolean;
}

export function blogOf(
  credentials: Credentials | null,
  { nowMs, timeoutMs, allowLoopback }: { nowMs: number; timeoutMs: number; allowLoopback: boolean },
): Blog {
  if (credentials === null) throw new Error("the channel ghost needs credentials");
  const { url, adminKey, status = "published", newsletter = null } = trusted<GhostCredentials>(credentials);
  return { url: url.replace(/\/+$/, ""), adminKey, status, newsletter, nowMs, timeoutMs, allowLoopback };
}

/** Ghost takes a token for five minutes. */
const tokenSeconds = 300;

/** The JSON Web Token (RFC 7519) of a request. https://docs.ghost.org/admin-api/#token-authentication */
function adminToken(adminKey: string, nowMs: number): string {
  const [kid = "", secret = ""] = adminKey.split(":");
  const iat = Math.floor(nowMs / secondMs);
  const content = [
    { alg: "HS256", typ: "JWT", kid },
    { iat, exp: iat + tokenSeconds, aud: "/admin/" },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = createHmac("sha256", Buffer.from(secret, "hex")).update(content).digest("base64url");
  return `${content}.${signature}`;
}

/**
 * Sends a request to the Admin API of a blog.
 * @param path from `admin/` on
 * @throws {FetchError} when the blog gives no response
 */
export function requestGhost(
  blog: Blog,
  path: string,
  { headers, ...request }: PlatformRequest = {},
): Promise<PlatformResponse> {
  const authorized = {
    ...headers,
    "Accept-Version": "v6.0",
    Authorization: `Ghost ${adminToken(blog.adminKey, blog.nowMs)}`,
  };
  return requestPlatform(`${blog.url}/ghost/api/admin/${path}`, { ...request, headers: authorized }, blog);
}

/** Sends a request that shows readers nothing. So a retry is safe, also when the outcome is unknown. */
export async function prepareInGhost(
  blog: Blog,
  path: string,
  request?: PlatformRequest,
): Promise<PlatformResponse> {
  const response = await requestGhost(blog, path, request).catch(rethrowAsRetryable);
  // Ghost answers in JSON. Anything else comes from a proxy in front of it, or from another server at this address.
  if (response.status === 404 && !isUnknownToGhost(response))
    throw new NotSent("No Ghost answers at the address of the blog: it returned status 404.");
  return response;
}

/** Whether Ghost says that a resource does not exist. */
export function isUnknownToGhost({ status, json }: PlatformResponse): boolean {
  return status === 404 && fieldOf(firstOf(json, "errors"), "type") === "NotFoundError";
}

/** The error of the channel port for a response that is no success. */
export function ghostError(blog: Blog, response: PlatformResponse, publishesNothing: boolean): Error {
  return publicationError(response, {
    platform: "Ghost",
    reason: spokenReason(response),
    lostStatuses: [401],
    credentials: secretsOf(blog),
    nowMs: blog.nowMs,
    publishesNothing,
  });
}

/** Why Ghost does not do what a request asks for, as one line without anything secret. */
export function reasonOf(blog: Blog, response: PlatformResponse): string {
  return saidReason(spokenReason(response), secretsOf(blog));
}

/** The other fields are no secrets: the word "published" must stay readable. */
function secretsOf({ adminKey }: Blog): Credentials {
  return { adminKey, secret: adminKey.split(":")[1] };
}

function spokenReason({ status, json }: PlatformResponse): string {
  if (status >= 300 && status < 400)
    return "The address redirects to another one. Connect the channel with the address that Ghost itself uses.";
  const error = firstOf(json, "errors");
  return ["message", "context"]
    .map((name) => fieldOf(error, name))
    .filter((text) => typeof text === "string")
    .join(" ");
}

/** The first resource of a response: Ghost wraps every resource in an array. */
export function firstOf(json: unknown, name: string): unknown {
  const resources = fieldOf(json, name);
  return Array.isArray(resources) ? resources[0] : undefined;
}

/** Uploads an image. Returns the address at which the blog shows it. */
export async function uploadedUrl(blog: Blog, form: PlatformRequest): Promise<string> {
  const response = await prepareInGhost(blog, "images/upload/", { method: "POST", ...form });
  const url = fieldOf(firstOf(response.json, "images"), "url");
  if (!isSuccess(response.status)) throw ghostError(blog, response, true);
  if (typeof url !== "string") throw new NotSent("Ghost did not say where it stored an image.");
  return url;
}
