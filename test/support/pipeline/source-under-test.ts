import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Source } from "../../../functions/domain/source.ts";
import { guardedFetch } from "../../../functions/http/guarded-fetch.ts";
import { readSource } from "../../../functions/pipeline/sources/read-source.ts";
import { SourceError, type SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { startHttp } from "../http/servers.ts";
import { nowMs } from "./feeds.ts";
import { memoryOfSources } from "./memory-of-sources.ts";

/** A request that a source got. */
interface SourceCall {
  /** As the service asked for it: with the real host. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** How a source responds. */
export interface SourceReply {
  /** @default 200 */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Whether the connection ends in the middle of the body. @default false */
  isCutOff?: boolean;
}

/** What a run gets from a source. */
interface Reading {
  items: SourceItem[];
  note: string | null;
}

/**
 * Starts a server that stands for the hosts of sources, and stops when the test ends. The service asks it through its guarded
 * client over plain http.
 */
export async function startSource(reply: (call: SourceCall) => SourceReply) {
  const calls: SourceCall[] = [];
  const port = await startHttp((request, response) => {
    const call = { url: `https:/${request.url}`, headers: request.headers };
    calls.push(call);
    send(response, reply(call));
  });
  const memory = memoryOfSources();

  /** Reads the source as a run does. */
  const read = async (source: Source, atMs = nowMs): Promise<Reading> => {
    const fetched = await readSource(source, {
      fetch: (url, options) => {
        const { host, pathname, search } = new URL(url);
        const local = `http://localhost:${port}/${host}${pathname}${search}`;
        return guardedFetch(local, { ...options, allowHttp: true, allowLoopback: true });
      },
      memory,
      publicUrl: "https://service.example",
      nowMs: atMs,
      allowLoopback: false,
    });
    const items = fetched.parse();
    await fetched.remember?.(items);
    return { items, note: fetched.note ?? null };
  };

  /** Returns why the source cannot be read. */
  const problem = async (source: Source, atMs?: number): Promise<string> => {
    const error = await read(source, atMs).catch((reason: unknown) => reason);
    if (!(error instanceof SourceError)) throw new Error("the source was read", { cause: error });
    return error.message;
  };

  return { calls, memory, read, problem };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = "", isCutOff = false }: SourceReply,
) {
  const length = Buffer.byteLength(body) + (isCutOff ? 1_000 : 0);
  response.writeHead(status, { ...headers, "content-length": length });
  if (!isCutOff) return response.end(body);
  return response.write(body, () => response.destroy());
}
