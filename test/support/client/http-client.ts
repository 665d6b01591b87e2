import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import type { ServiceFile } from "../../../lib/local/service-file.ts";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; null when it is none. */
  json: Json;
}

/** JSON that is looked into by name; what is not there is undefined. */
// biome-ignore format: one line reads best
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Client {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): void;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: string;
  headers?: Record<string, string>;
}

/**
 * Calls a service over HTTPS, trusting its own CA, on connections that are kept. Paths are sent as they are given.
 * A call rejects when there is no answer within `timeoutMs`.
 */
export function openClient(
  { url, tls }: Pick<ServiceFile, "url" | "tls">,
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
        const outgoing = request(
          {
            hostname,
            port,
            path,
            method,
            agent,
            signal: AbortSignal.timeout(timeoutMs),
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
            incoming.on("error", reject);
            incoming.on("end", () => {
              const text = Buffer.concat(chunks).toString("utf8");
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text,
                json: parsed(text),
              });
            });
          },
        );
        outgoing.on("error", reject);
        outgoing.end(rawBody);
      }),
    close: () => agent.destroy(),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A value in words: text as it is, anything else as JSON. */
export function words(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The value at a path of names and places; undefined where there is none. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let here = value;
  for (const part of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = Array.isArray(here) ? here[Number(part)] : here[String(part)];
  }
  return here;
}
