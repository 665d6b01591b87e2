import { readFileSync } from "node:fs";
import { type Agent, request as httpsRequest } from "node:https";
import type { HttpResponse, Json } from "../client/http-client.ts";
import { provided } from "../setup/provided.ts";
import type { FuzzRequest } from "./fuzz-request.ts";

/** The limit for every request, whatever its content. */
const responseTimeoutMs = 10_000;

/** Sends a request unchanged. Rejects when no response comes within ten seconds. */
export async function sendRequest(request: FuzzRequest, agent: Agent): Promise<HttpResponse> {
  try {
    return await sendOnce(request, agent);
  } catch (error) {
    // The service may have closed the kept connection after the previous response: try once more.
    if (error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE"))
      return sendOnce(request, agent);
    throw error;
  }
}

function sendOnce(
  { method, path, query, headers, body, chunked }: FuzzRequest,
  agent: Agent,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(provided("service").url);
  return new Promise((resolve, reject) => {
    const own = headers.some(([name]) => name.toLowerCase() === "host")
      ? []
      : ["Host", `${hostname}:${port}`];
    const length =
      body === null
        ? []
        : chunked
          ? ["Transfer-Encoding", "chunked"]
          : ["Content-Length", String(body.length)];
    const request = httpsRequest(
      {
        hostname,
        port,
        path: query === "" ? path : `${path}?${query}`,
        method,
        agent,
        signal: AbortSignal.timeout(responseTimeoutMs),
        headers: [...own, ...headers.flat(), ...length],
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: jsonOf(text) });
        });
      },
    );
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}

export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the CA certificate of the service. */
export const serviceCa = () => readFileSync(provided("service").tls.caFile);
