import { readFileSync } from "node:fs";
import { type Agent, request as httpsRequest } from "node:https";
import type { HttpResponse, Json } from "../client/http-client.ts";
import { provided } from "../setup/provided.ts";
import type { FuzzRequest } from "./fuzz-request.ts";

/** No request may take longer, whatever is in it. */
const answerMsMax = 10_000;

/** Makes a request as it is. Rejects when it gets no answer, or not within ten seconds. */
export async function ask(outgoing: FuzzRequest, agent: Agent): Promise<HttpResponse> {
  try {
    return await askOnce(outgoing, agent);
  } catch (error) {
    // A connection that the service closed after the answer before may be met once.
    if (error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE"))
      return askOnce(outgoing, agent);
    throw error;
  }
}

function askOnce(
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
    const outgoing = httpsRequest(
      {
        hostname,
        port,
        path: query === "" ? path : `${path}?${query}`,
        method,
        agent,
        signal: AbortSignal.timeout(answerMsMax),
        headers: [...own, ...headers.flat(), ...length],
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsed(text) });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The CA of the service under test. */
export const serviceCa = () => readFileSync(provided("service").tls.caFile);
