import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { sameText } from "../emulator/access-key.ts";
import { type Json, numberAt, parseJson, parseJsonObject, textAt } from "../emulator/json.ts";
import { crossSiteProblem } from "../emulator/request-origin.ts";

/** The HTTP endpoint of a running service for the operator's commands. A user who can read the state folder may call it. */
export interface Control {
  close(): Promise<void>;
}

/** The result of an invocation. */
export type ControlResult = { ok: true; payload: Json } | { ok: false; message: string };

/**
 * Opens the endpoint on a port of 127.0.0.1, and writes the port and a password to `control.json` (0600).
 * It is not a socket file, because the path of a state folder may be longer than a socket's path can be.
 */
export async function openControl(
  stateDirectory: string,
  invoke: (functionName: string, event: Json) => Promise<ControlResult>,
): Promise<Control> {
  const password = randomBytes(32).toString("hex");
  const server = createServer((request, response) => {
    const respond = (status: number, result: ControlResult) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(result));
    };
    if (!sameText(request.headers.authorization ?? "", `Bearer ${password}`)) {
      request.resume();
      respond(401, { ok: false, message: "not the password of control.json" });
      return;
    }
    const problem = request.method === "POST" ? crossSiteProblem(request) : "Only POST is allowed.";
    if (problem !== undefined) {
      request.resume();
      respond(403, { ok: false, message: problem });
      return;
    }
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.once("end", () => {
      void (async () => {
        const call = parseJsonObject(text, "the call");
        return invoke(textAt(call, "functionName") ?? "", call["event"] ?? null);
      })().then(
        (result) => respond(200, result),
        (error: unknown) =>
          respond(400, { ok: false, message: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, resolve);
  });
  const address = server.address();
  const path = pathOf(stateDirectory);
  const temporary = `${path}.new`;
  const port = typeof address === "object" && address !== null ? address.port : 0;
  writeFileSync(temporary, JSON.stringify({ port, password }), { mode: 0o600 });
  renameSync(temporary, path);
  return {
    async close() {
      rmSync(path, { force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Invokes a function of the service that runs on the state folder. Returns undefined when no service runs there. */
export async function callControl(
  stateDirectory: string,
  functionName: string,
  event: Json,
): Promise<ControlResult | undefined> {
  const path = pathOf(stateDirectory);
  if (!existsSync(path)) return undefined;
  const control = parseJsonObject(readFileSync(path, "utf8"), path);
  const response = await fetch(`http://127.0.0.1:${numberAt(control, "port") ?? 0}/`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${textAt(control, "password") ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ functionName, event }),
  }).catch(() => undefined);
  // The file of a killed service: its port is closed, or belongs to another program that rejects the password.
  if (response === undefined || response.status === 401) return undefined;
  const result = parseJson(await response.text(), "The running service's response");
  const payload =
    typeof result === "object" && result !== null && "payload" in result ? result.payload : undefined;
  return payload === undefined
    ? { ok: false, message: textAt(result, "message") ?? "no response" }
    : { ok: true, payload };
}

function pathOf(stateDirectory: string): string {
  return join(stateDirectory, "control.json");
}
