import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { signatureHeader, signedBody } from "../../../functions/delivery/sign.ts";
import { projectRoot } from "../../../lib/bundle.ts";
import { ensureTls } from "../../../lib/emulator/tls.ts";
import { writeServiceFile } from "../../../lib/local/service-file.ts";
import { eventually, temporaryFolder } from "../emulator/assembly-fixture.ts";

/** The sample receiver as a process. It is killed when its test ends. */
export interface ReceiverProcess {
  child: ChildProcess;
  port: number;
  caFile: string;
  output: () => string;
  /** Waits until the receiver has printed the text. */
  printed: (text: string | RegExp) => Promise<void>;
  /** Sends a request and returns the status and body of the response. */
  send: (sent: ReceiverRequest) => Promise<{ status: number; text: string }>;
  ended: Promise<ExitResult>;
}

interface ExitResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface ReceiverRequest {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Creates a state folder like that of a running service, with certificates, an address and keys. */
export async function stateOfService(): Promise<{ state: string; caFile: string }> {
  const state = temporaryFolder();
  const { caFile, certFile, keyFile } = await ensureTls(state);
  writeServiceFile(state, {
    url: "https://localhost:8443",
    httpUrl: "http://localhost:8080",
    tls: { caFile, certFile, keyFile },
    organizationId: "org_1",
    keys: { read: "read key", write: "cps_write", admin: "admin key" },
    pid: process.pid,
  });
  return { state, caFile };
}

/** Runs the command with the given options only. */
export function runReceiver(args: readonly string[]): Pick<ReceiverProcess, "child" | "output" | "ended"> {
  const child = spawn(process.execPath, [join(projectRoot, "bin/receiver.ts"), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<ExitResult>((resolve) => {
    child.once("close", (code) => resolve({ code, ...output }));
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, output: () => output.stdout + output.stderr };
}

/** Starts the receiver on a free port, with a new state folder, and waits until it listens. */
export async function startReceiver(...args: string[]): Promise<ReceiverProcess> {
  const { state, caFile } = await stateOfService();
  const running = runReceiver(["--state", state, "--port", "0", ...args]);
  const printed = async (text: string | RegExp) => {
    const isThere = () =>
      typeof text === "string" ? running.output().includes(text) : text.test(running.output());
    await eventually(() => (isThere() ? true : undefined), 20_000);
  };
  const failed = running.ended.then(({ stdout, stderr }) => {
    throw new Error(`The receiver ended: ${stdout}${stderr}`);
  });
  // The promise rejects when the receiver ends, also after the start, when nothing awaits it.
  failed.catch(() => {});
  await Promise.race([printed("/test\n"), failed]);
  const port = Number(/Receiving at https:\/\/localhost:(\d+)/.exec(running.output())?.[1]);
  return { ...running, port, caFile, printed, send: (sent) => send(port, caFile, sent) };
}

/** Returns an event as the service sends it, signed with the secret. Without a secret it has no signature. */
export function delivery(
  event: { id: string; delivery: string; attempt: number; text?: string },
  secret: string | null,
): { body: string; headers: Record<string, string> } {
  const data = { organizationId: "org_1", text: event.text ?? "Grüße" };
  const body = signedBody({ id: event.id, type: "post.published", data, ts: 1_795_251_600 }, secret);
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Service-Event": "post.published",
      "X-Service-Delivery": event.delivery,
      "X-Service-Attempt": String(event.attempt),
      ...(secret !== null && { "X-Service-Signature": signatureHeader(body, secret) }),
    },
  };
}

function send(
  port: number,
  caFile: string,
  sent: ReceiverRequest,
): Promise<{ status: number; text: string }> {
  const { method = "POST", body = "", headers = {}, signal } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "localhost",
      port,
      path: "/hook",
      method,
      headers: { "Content-Length": Buffer.byteLength(body), ...headers },
      ca: readFileSync(caFile),
      agent: false,
      ...(signal && { signal }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("error", reject);
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text: text.trimEnd() }));
    });
    outgoing.end(body);
  });
}
