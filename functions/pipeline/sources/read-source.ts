import { createHash } from "node:crypto";
import type { Source } from "../../domain/source.ts";
import { dayMs, isoTime } from "../../domain/time.ts";
import { FetchError } from "../../http/fetch-error.ts";
import type { GuardedFetchOptions } from "../../http/guarded-fetch.ts";
import type { GuardedResponse } from "../../http/send-request.ts";
import type { SourceDocument, SourceState } from "../../table/source-states.ts";
import { retryAfterMsIn } from "../retry-after.ts";
import { decodeText } from "./decode-text.ts";
import { inflate } from "./inflate.ts";
import { packItems, unpackItems } from "./packed-items.ts";
import { requestOf } from "./requests.ts";
import { type FetchedSource, SourceError, type SourceItem } from "./source.ts";
import type { SourceMemory } from "./source-memory.ts";
import type { DocumentOrigin, SourceRequest } from "./source-request.ts";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.ts";

/**
 * The longest time to parse a document. One of the largest size takes half a second of processor time, so some two seconds in
 * a function with a third of a processor.
 */
const parseTimeMsMax = 5_000;
/** A source gets at most this wait: by a mistake of its server, it could ask for years. */
const waitMsMax = dayMs;

interface Reading {
  fetch: (url: string, options: GuardedFetchOptions) => Promise<GuardedResponse>;
  memory: SourceMemory;
  /** The address of this service, which each request tells the source; null to tell only the name of the service. */
  publicUrl: string | null;
  nowMs: number;
  /** Whether the images of items may have loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/**
 * Fetches a source of any type. Sends a conditional request if the validators of its last document are known, and no request
 * while the source has asked to wait. If the source has not changed, or asks to wait, its items are those of last time. The time
 * limit measures the source's server: it does not count parsing.
 * @throws {SourceError} when there is no document, or when the source asks to wait and no items of last time are known
 */
export async function readSource(source: Source, reading: Reading): Promise<FetchedSource> {
  const { memory, nowMs, allowLoopback } = reading;
  const request = requestOf(source, nowMs);
  const { name } = request;
  const known = await memory.read(source);
  if (known.waitUntilMs !== null && known.waitUntilMs > nowMs)
    return itemsOfLastTime(known, `${name} asked to wait until ${isoTime(known.waitUntilMs)}`);

  const { response, urlHash, isConditional } = await firstFound(request, known.document, reading);
  const { status, headers, body, url } = response;
  const { document } = known;
  if (status === 304 && isConditional && document !== null)
    return { parse: () => unpackItems(document.packedItems) };
  const retryAfterMs = status === 429 || status === 503 ? retryAfterMsIn(headers, nowMs) : undefined;
  if (retryAfterMs !== undefined) {
    const untilMs = nowMs + Math.min(retryAfterMs, waitMsMax);
    await memory.pause(source, untilMs);
    const problem = `${name} responded with status ${status} and asked to wait until ${isoTime(untilMs)}`;
    return itemsOfLastTime(known, problem);
  }
  if (status !== 200) throw new SourceError(`${name} responded with status ${status}`);
  const bytes = await inflate(body, headers["content-encoding"] ?? "", request.bytesMax);
  if (bytes === null) {
    const limit = `${request.bytesMax / 1024 ** 2} MiB`;
    throw new SourceError(`${name} could not be decompressed, or is larger than ${limit}`);
  }
  return {
    parse: () =>
      parsed(request, decodeText(bytes, headers["content-type"] ?? ""), { url, nowMs, allowLoopback }),
    async remember(items) {
      const next = documentOf(response, urlHash, items);
      if (!isSame(document, next)) await memory.replace(source, known, next);
    },
  };
}

function itemsOfLastTime({ document }: SourceState, problem: string): FetchedSource {
  if (document === null) throw new SourceError(problem);
  return {
    parse: () => unpackItems(document.packedItems),
    note: `${problem}, so its items of last time were used`,
  };
}

/** The headers of each request. Wikimedia rejects clients that do not give their name and an address. */
function commonHeaders(publicUrl: string | null) {
  const contact = publicUrl === null ? "" : ` (+${publicUrl})`;
  return {
    "Accept-Encoding": "gzip, deflate, br",
    "User-Agent": `ContentPipelineService-Sources/1.0${contact}`,
  };
}

/** The response of the first URL that does not give 404, else that of the last one. */
async function firstFound(
  request: SourceRequest,
  document: SourceDocument | null,
  { fetch, publicUrl }: Pick<Reading, "fetch" | "publicUrl">,
): Promise<{ response: GuardedResponse; urlHash: string; isConditional: boolean }> {
  for (const [index, url] of request.urls.entries()) {
    const urlHash = createHash("sha256").update(url).digest("base64url");
    // The validators of one URL say nothing about another one.
    const validators = document?.urlHash === urlHash ? conditional(document) : {};
    const headers = { Accept: request.accept, ...commonHeaders(publicUrl), ...validators };
    const response = await responseOf(url, request, headers, fetch);
    if (response.status !== 404 || index === request.urls.length - 1)
      return { response, urlHash, isConditional: document?.urlHash === urlHash };
  }
  throw new Error("a source has no URL");
}

const conditional = ({ etag, lastModified }: SourceDocument) => ({
  ...(etag !== null && { "If-None-Match": etag }),
  ...(lastModified !== null && { "If-Modified-Since": lastModified }),
});

async function responseOf(
  url: string,
  { name, timeoutMs, bytesMax, allowHttp = false }: SourceRequest,
  headers: Readonly<Record<string, string>>,
  fetch: Reading["fetch"],
): Promise<GuardedResponse> {
  try {
    return await fetch(url, {
      headers,
      timeoutMs,
      maxBodyBytes: bytesMax,
      wholeBody: true,
      allowHttp,
      maxRedirects: 3,
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new SourceError(`${name} could not be read: ${error.message}`, { cause: error });
  }
}

function parsed({ name, read }: SourceRequest, text: string, origin: DocumentOrigin): SourceItem[] {
  try {
    return withTimeLimit(() => read(text, origin), parseTimeMsMax);
  } catch (cause) {
    if (!(cause instanceof TimeLimitExceeded)) throw cause;
    throw new SourceError(`${name} takes too long to read: it is not an ordinary document`, { cause });
  }
}

/** An entity tag (RFC 9110, section 8.8.3) of at most 200 characters. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const httpDate = /^[\w,: -]{10,40}$/;

/**
 * The validators of a response, with its items. Null if it has no validators, or if its items are too large to be stored: without
 * them, a response of 304 would leave the run without items.
 */
function documentOf(
  { headers }: GuardedResponse,
  urlHash: string,
  items: readonly SourceItem[],
): SourceDocument | null {
  const etag = entityTag.test(headers.etag ?? "") ? (headers.etag ?? null) : null;
  const modified = headers["last-modified"] ?? "";
  const lastModified = httpDate.test(modified) ? modified : null;
  if (etag === null && lastModified === null) return null;
  const packedItems = packItems(items);
  return packedItems === null ? null : { urlHash, etag, lastModified, packedItems };
}

/** Whether storing the next document would change nothing. */
function isSame(known: SourceDocument | null, next: SourceDocument | null): boolean {
  if (known === null || next === null) return known === next;
  return (
    known.urlHash === next.urlHash &&
    known.etag === next.etag &&
    known.lastModified === next.lastModified &&
    Buffer.from(known.packedItems).equals(next.packedItems)
  );
}
