import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type Json, numberAt, parseJson, parseJsonObject, textAt } from "../emulator/json.ts";

/** A running service's door for the operator's command: who can read the state folder may invoke functions. */
export interface Control {
  close(): Promise<void>;
}

/** What an invocation gave, as it goes through the door. */
export type Answer = { ok: true; payload: Json } | { ok: false; message: string };

/**
 * Opens the door on a port of 127.0.0.1, and writes where it is and its password to `control.json` (0600).
 * A port and not a socket file: the path of a state folder may be longer than a socket's can be.
 */
export async function openControl(
  stateDirectory: string,
  invoke: (functionName: string, event: Json) => Promise<Answer>,
): Promise<Control> {
  const token = randomBytes(32).toString("hex");
  const server = createServer((request, response) => {
    const reply = (status: number, answer: Answer) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    };
    if (!sameText(request.headers.authorization ?? "", `Bearer ${token}`)) {
      request.resume();
      reply(401, { ok: false, message: "not the password of control.json" });
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
        (answer) => reply(200, answer),
        (error: unknown) =>
          reply(400, { ok: false, message: error instanceof Error ? error.message : String(error) }),
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
  writeFileSync(temporary, JSON.stringify({ port, token }), { mode: 0o600 });
  renameSync(temporary, path);
  return {
    async close() {
      rmSync(path, { force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Invokes a function of the service that runs on the state folder; undefined when none runs there. */
export async function callControl(
  stateDirectory: string,
  functionName: string,
  event: Json,
): Promise<Answer | undefined> {
  const path = pathOf(stateDirectory);
  if (!existsSync(path)) return undefined;
  const door = parseJsonObject(readFileSync(path, "utf8"), path);
  const response = await fetch(`http://127.0.0.1:${numberAt(door, "port") ?? 0}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${textAt(door, "token") ?? ""}` },
    body: JSON.stringify({ functionName, event }),
  }).catch(() => undefined);
  // A door that a killed service left behind leads nowhere, or to a stranger who does not know the password.
  if (response === undefined || response.status === 401) return undefined;
  const answer = parseJson(await response.text(), "The running service's answer");
  const payload =
    typeof answer === "object" && answer !== null && "payload" in answer ? answer.payload : undefined;
  return payload === undefined
    ? { ok: false, message: textAt(answer, "message") ?? "no answer" }
    : { ok: true, payload };
}

function pathOf(stateDirectory: string): string {
  return join(stateDirectory, "control.json");
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
