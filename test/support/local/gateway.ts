import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Assembly, loadAssembly } from "../../../lib/emulator/assembly.ts";
import { apiDomain } from "../../../lib/emulator/gateway/proxy-event.ts";
import { startGateway } from "../../../lib/emulator/gateway.ts";
import { type Json, textAt } from "../../../lib/emulator/json.ts";
import type { InvocationResult } from "../../../lib/emulator/lambda/host.ts";
import { openListeners } from "../../../lib/emulator/listeners.ts";
import { ensureTls } from "../../../lib/emulator/tls.ts";
import { synthesis } from "../infra/synthesis.ts";

export interface GatewayResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export const nowMs = Date.UTC(2026, 3, 9, 12, 34, 56, 789);

/** What the distribution sends to the API. */
export const originSecret = "the secret of the distribution";

/** Starts the gateway of the service's template. Every function is replaced by `respond`. */
export async function openGateway(respond: () => InvocationResult) {
  const { directory: assemblyDirectory } = synthesis();
  const directory = mkdtempSync(join(tmpdir(), "content-pipeline-gateway-"));
  const tls = await ensureTls(directory);
  const ca = readFileSync(tls.caFile, "utf8");
  const listeners = await openListeners({ port: 0, httpPort: 0, ...tls });
  const publicHost = `localhost:${listeners.port}`;
  const assembly = loadAssembly(assemblyDirectory, {
    publicHost,
    queueUrlBase: "http://127.0.0.1:1",
    secretValue: () => originSecret,
  });
  const agents = { https: new SecureAgent({ keepAlive: true }), http: new Agent({ keepAlive: true }) };
  /** The events of all invocations, and the descriptions of the invoked functions. */
  const events: Json[] = [];
  const functions: string[] = [];
  listeners.serve(
    startGateway({
      assembly,
      invoke: (functionArn, event) => {
        functions.push(textAt(assembly.byArn(functionArn)?.properties, "Description") ?? "");
        events.push(event);
        return Promise.resolve(respond());
      },
      now: () => nowMs,
      publicHost,
      log: () => undefined,
    }),
  );

  return {
    publicHost,
    /** The host name of the API's own address. */
    apiHost: apiDomainOf(assembly),
    httpPort: listeners.httpPort,
    events,
    functions,
    /** Sends a request to the HTTPS port, or with `plain` to the HTTP port. */
    send: (
      path: string,
      options: RequestOptions & { plain?: boolean; body?: string | Buffer } = {},
    ): Promise<GatewayResponse> => {
      const { plain = false, body, ...rest } = options;
      const common = { host: "127.0.0.1", path, ...rest };
      return new Promise((resolve, reject) => {
        const request = plain
          ? requestPlain({ port: listeners.httpPort, agent: agents.http, ...common })
          : requestSecure({
              port: listeners.port,
              agent: agents.https,
              ca,
              servername: "localhost",
              ...common,
            });
        request.once("error", reject).once("response", (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          response.once("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        });
        request.end(body);
      });
    },
    /** Sends bytes to the HTTP port, and returns everything that comes back until the gateway closes the connection. */
    sendRaw: (bytes: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(listeners.httpPort, "127.0.0.1", () => socket.write(bytes));
        let text = "";
        socket.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        socket.once("close", () => resolve(text)).once("error", reject);
      }),
    async close() {
      await listeners.close(0);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function apiDomainOf(assembly: Assembly): string {
  const [api] = assembly.ofType("AWS::ApiGateway::RestApi");
  if (api === undefined) throw new Error("the template has no API");
  return apiDomain(api);
}

/** The result of a function that returns `payload`. */
export function returned(payload: Json): InvocationResult {
  return { ok: true, requestId: "r", payload };
}

/** Matches an error response of the contract with this status and code. */
export function contractError(status: number, code: string): object {
  // Every validation_error names an invalid field, also the gateway's own.
  const fields = code === "validation_error" ? ',"fields":\\[\\{"field":"[^"]+","reason":"[^"]+"\\}\\]' : "";
  return {
    status,
    headers: expect.objectContaining({
      "content-type": "application/json; charset=utf-8",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "strict-transport-security": "max-age=31536000",
    }),
    body: expect.stringMatching(
      new RegExp(`^\\{"error":\\{"code":"${code}","message":"[^"]+"${fields}\\}\\}$`),
    ),
  };
}
