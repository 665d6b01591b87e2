import { createHash } from "node:crypto";
import { graphemeCount } from "../../../../functions/domain/text-length.ts";
import { trusted } from "../../../../functions/domain/trusted.ts";
import { type PlatformCall, type PlatformReply, startFakePlatform } from "../fake-platform.ts";

interface Blob {
  $type: "blob";
  ref: { $link: string };
  mimeType: string;
  size: number;
}

/** A post as a server stores it. */
export interface StoredPost {
  text: string;
  createdAt: string;
  langs?: string[];
  facets?: {
    index: { byteStart: number; byteEnd: number };
    features: Record<string, string>[];
  }[];
  embed?: {
    images?: { alt: string; image: Blob }[];
    external?: { uri: string; title: string; description: string; thumb?: Blob };
  };
}

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const handle = "acme.example";
const blobBytesMax = 1_000_000;
const loginsMax = 30;

const problem = (error: string, message: string, status = 400): PlatformReply => ({
  status,
  json: { error, message },
});
const success = (json: unknown): PlatformReply => ({ status: 200, json });

/**
 * Starts a server of one account, which behaves as the lexicons and the reference implementation: records by their keys,
 * compare-and-swap, tokens that expire, and refresh tokens that it takes once.
 */
export async function startBluesky(password: string, { hasAppView = true } = {}) {
  const records = new Map<string, { body: string; value: StoredPost }>();
  const blobs = new Map<string, Buffer>();
  let accessTokens = new Set<string>();
  let refreshTokens = new Set<string>();
  let currentPassword = password;
  const calls: string[] = [];
  const failedResolutions: (PlatformReply | Promise<PlatformReply>)[] = [];
  let issued = 0;

  const countOf = (method: string) => calls.filter((call) => call === method).length;

  function newSession(): PlatformReply {
    issued += 1;
    const [accessJwt, refreshJwt] = [`access-token-${issued}`, `refresh-token-${issued}`];
    accessTokens.add(accessJwt);
    refreshTokens.add(refreshJwt);
    return success({ accessJwt, refreshJwt, did, handle, active: true });
  }

  function logIn(given: { identifier: string; password: string }): PlatformReply {
    if (countOf("com.atproto.server.createSession") > loginsMax)
      return {
        ...problem("RateLimitExceeded", "Rate Limit Exceeded", 429),
        headers: { "Retry-After": "300" },
      };
    const isRight = [handle, did].includes(given.identifier) && given.password === currentPassword;
    return isRight ? newSession() : problem("AuthenticationRequired", "Invalid identifier or password", 401);
  }

  function putRecord(input: { repo: string; rkey: string; record: StoredPost; swapRecord: unknown }) {
    const { repo, rkey, record, swapRecord } = input;
    const invalid = repo === did ? problemOf(rkey, record, blobs) : "Could not find repo";
    if (invalid !== null) return problem("InvalidRequest", invalid);
    const body = JSON.stringify(record);
    const known = records.get(rkey);
    if (known !== undefined && known.body !== body && swapRecord === null)
      return problem("InvalidSwap", `Record was at ${cidOf(known.body)}`);
    records.set(rkey, { body, value: record });
    return success({ uri: `at://${did}/app.bsky.feed.post/${rkey}`, cid: cidOf(body) });
  }

  function uploadBlob({ headers, body }: PlatformCall): PlatformReply {
    const mimeType = headers["content-type"] ?? "";
    if (body.length > blobBytesMax) return problem("PayloadTooLarge", "request entity too large", 413);
    if (!mimeType.startsWith("image/")) return problem("InvalidMimeType", `Wrong type: ${mimeType}`);
    const $link = cidOf(body);
    blobs.set($link, body);
    return success({ blob: { $type: "blob", ref: { $link }, mimeType, size: body.length } });
  }

  function answer(call: PlatformCall): PlatformReply | Promise<PlatformReply> {
    const url = new URL(call.path, "https://localhost");
    const method = url.pathname.replace("/xrpc/", "");
    calls.push(method);
    const token = call.headers.authorization?.replace("Bearer ", "") ?? "";
    switch (method) {
      case "com.atproto.server.createSession":
        return logIn(trusted(call.json));
      case "com.atproto.server.refreshSession":
        return refreshTokens.delete(token) ? newSession() : problem("ExpiredToken", "Token has been revoked");
      case "com.atproto.identity.resolveHandle": {
        const failure = failedResolutions.shift();
        if (failure !== undefined) return failure;
        return url.searchParams.get("handle") === "alice.example"
          ? success({ did: "did:plc:alice" })
          : problem("HandleNotFound", "Unable to resolve handle");
      }
      case "com.atproto.repo.getRecord": {
        const record = records.get(url.searchParams.get("rkey") ?? "");
        return record === undefined
          ? problem("RecordNotFound", "Could not locate record")
          : success({ value: record.value });
      }
      default:
    }
    if (!accessTokens.has(token)) return problem("ExpiredToken", "Token has expired");
    switch (method) {
      case "com.atproto.repo.putRecord":
        return putRecord(trusted(call.json));
      case "com.atproto.repo.uploadBlob":
        return uploadBlob(call);
      case "app.bsky.feed.getPosts": {
        if (!hasAppView) return problem("InvalidRequest", `No service configured for ${method}`);
        const rkey = url.searchParams.get("uris")?.split("/").at(-1) ?? "";
        const counts = { likeCount: 3, repostCount: 2, replyCount: 1, quoteCount: 1 };
        return success({ posts: records.has(rkey) ? [counts] : [] });
      }
      default:
        return problem("MethodNotImplemented", "Method Not Implemented", 501);
    }
  }

  const platform = await startFakePlatform({
    publishes: ({ path }) => path === "/xrpc/com.atproto.repo.putRecord",
    answer,
    rateLimited: (seconds) => ({
      ...problem("RateLimitExceeded", "Rate Limit Exceeded", 429),
      headers: { "Retry-After": String(seconds) },
    }),
    credentialsExpired: problem("AccountTakedown", "Account has been taken down", 401),
    rejected: problem("InvalidRequest", `Invalid app.bsky.feed.post record of ${password}`),
    unavailable: { ...problem("NotReady", "Not ready", 503), headers: { "Retry-After": "1" } },
  });

  return {
    ...platform,
    did,
    handle,
    /** How often each method was called. */
    countOf,
    posts: () => [...records.values()].map(({ value }) => value),
    deletePost: (rkey: string) => records.delete(rkey),
    blobOf: ({ ref }: Blob) => blobs.get(ref.$link),
    expireAccessTokens: () => void (accessTokens = new Set()),
    expireAllTokens: () => {
      accessTokens = new Set();
      refreshTokens = new Set();
    },
    /** Makes the next requests for the account of a handle fail: with a server error, or with no response. */
    failResolutions: (...failures: ("error" | "silence")[]) => {
      const replies = { error: { status: 502 }, silence: new Promise<PlatformReply>(() => {}) };
      failedResolutions.push(...failures.map((failure) => replies[failure]));
    },
    changePassword: (next: string) => void (currentPassword = next),
  };
}

/** Not a real CID, but one for each content. */
const cidOf = (content: string | Buffer) =>
  `bafkrei${createHash("sha256").update(content).digest("hex").slice(0, 52)}`;

/** What the lexicon of a post says against a record. */
function problemOf(rkey: string, record: StoredPost, blobs: ReadonlyMap<string, Buffer>): string | null {
  const { text, createdAt, langs = [], facets = [], embed } = record;
  const bytes = Buffer.byteLength(text);
  if (!/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(rkey)) return "Invalid record key";
  if (graphemeCount(text) > 300 || bytes > 3_000) return "Record/text must not be longer than 300 graphemes";
  if (new Date(createdAt).toISOString() !== createdAt) return "Record/createdAt must be a datetime";
  if (langs.length > 3) return "Record/langs must not have more than 3 elements";
  for (const { index } of facets)
    if (index.byteStart >= index.byteEnd || index.byteEnd > bytes) return "Record/facets has a wrong range";
  const images = embed?.images ?? [];
  if (images.length > 4) return "Record/embed/images must not have more than 4 elements";
  const used = [...images.map(({ image }) => image), embed?.external?.thumb].filter(
    (blob) => blob !== undefined,
  );
  for (const { ref } of used) if (!blobs.has(ref.$link)) return `Could not find blob: ${ref.$link}`;
  return null;
}
