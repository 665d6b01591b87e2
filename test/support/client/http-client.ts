import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import type { ServiceFile } from "../../../lib/local/service-file.ts";

export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; null when the body is not JSON. */
  json: Json;
}

/** A parsed JSON document. Read it with `at`. */
// biome-ignore format: one line reads best
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Client {
  call(method: string, path: string, options?: CallOptions): Promise<HttpResponse>;
  close(): void;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  /** Sent unchanged, in place of `body`. */
  rawBody?: string;
  /** Several values of a header are sent as several lines. */
  headers?: Record<string, string | string[]>;
}

/**
 * Opens a client that calls the service over HTTPS. It trusts the service's own CA, keeps its connections open, and
 * sends paths unchanged. A call rejects when no response arrives within `timeoutMs`.
 */
export function openHttpClient(
  { url, tls }: Pick<ServiceFile, "url"> & { tls: Pick<ServiceFile["tls"], "caFile"> },
  { timeoutMs = 30_000 }: { timeoutMs?: number } = {},
): Client {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(tls.caFile) });
  const { hostname, port } = new URL(url);
  return {
    call: (method, path, options = {}) =>
      new Promise((resolve, reject) => {
        const {
          key,
          body,
          rawBody = body === undefined ? undefined : JSON.stringify(body),
          headers,
        } = options;
        const signal = AbortSignal.timeout(timeoutMs);
        const fail = (error: Error) =>
          reject(
            signal.aborted
              ? new Error(`${method} ${path}: no response within ${timeoutMs} ms`, { cause: error })
              : error,
          );
        const outgoing = request(
          {
            hostname,
            port,
            // A test may send another Host, which Node would expect in the certificate.
            servername: hostname,
            path,
            method,
            agent,
            signal,
            headers: {
              ...(key !== undefined && { Authorization: `Bearer ${key}` }),
              ...(rawBody !== undefined && {
                "Content-Type": "application/json",
                "Content-Length": Buffer.byteLength(rawBody),
              }),
              ...headers,
            },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
            incoming.on("error", fail);
            incoming.on("end", () => {
              const text = Buffer.concat(chunks).toString("utf8");
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text,
                json: jsonOf(text),
              });
            });
          },
        );
        outgoing.on("error", fail);
        outgoing.end(rawBody);
      }),
    close: () => agent.destroy(),
  };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns text unchanged, and any other value as JSON. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Returns the value at a path of names and indexes; undefined when the path leads nowhere. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Array.isArray(current) ? current[Number(part)] : current[String(part)];
  }
  return current;
}

/** Returns the rows of a page; none if the document is not a page. */
export function rowsOf(page: Json): Json[] {
  const rows = at(page, "data");
  return Array.isArray(rows) ? rows : [];
}
