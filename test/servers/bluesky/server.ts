import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import { startHttps, trustedCertificate } from "../../support/http/servers.ts";

const certificateOfFile = trustedCertificate();
const jwtSecret = "a-secret-of-the-server";

/** A real PDS with a directory of its own. */
export interface Pds {
  /** Its address, by http. */
  url: string;
  stop: () => Promise<void>;
}

/** @param postgresUrl of a database for an AppView, which the PDS then asks. @default without an AppView */
export async function startPds(postgresUrl?: string): Promise<Pds> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-pds-"));
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "start.js"),
      folder,
      jwtSecret,
      ...(postgresUrl === undefined ? [] : [postgresUrl]),
    ],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, LOG_ENABLED: "false", NODE_NO_WARNINGS: "1" },
    },
  );
  return {
    url: await urlOf(child),
    async stop() {
      const hasEnded = once(child, "exit");
      child.stdin.end();
      await hasEnded;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: stdout }))
    if (line.startsWith('{"url"')) return String(fieldOf(JSON.parse(line), "url"));
  throw new Error("the server did not start");
}

/** Calls a method of the PDS without the service in between. */
export async function callPds(
  { url }: Pds,
  method: string,
  { query = {}, json, token }: { query?: Record<string, string>; json?: unknown; token?: string } = {},
): Promise<unknown> {
  const response = await fetch(`${url}/xrpc/${method}?${new URLSearchParams(query).toString()}`, {
    method: json === undefined && token === undefined ? "GET" : "POST",
    headers: {
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${method} returned ${response.status}: ${body.toString()}`);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return isJson ? JSON.parse(body.toString()) : body;
}

/** Returns an access token that has expired: the same claims, signed by the server's secret. */
export function expiredToken(accessJwt: string): string {
  const [head = "", claims = ""] = accessJwt.split(".");
  const expired = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), exp: 1_700_000_000 };
  const signed = `${head}.${Buffer.from(JSON.stringify(expired)).toString("base64url")}`;
  return `${signed}.${createHmac("sha256", jwtSecret).update(signed).digest("base64url")}`;
}

/** A request to the PDS at which its connection breaks: before the PDS gets it, or before its response is passed on. */
export interface Cut {
  request: number;
  moment: "before" | "after";
}

/** Starts an https proxy in front of a PDS for the duration of a test. */
export async function startProxy({ url }: Pds) {
  const methods: string[] = [];
  let armed: Cut | null = null;
  let requests = 0;
  let cuts = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = request;
    methods.push(path.replace(/^\/xrpc\/([^?]*).*$/, "$1"));
    const cut = armed !== null && armed.request === requests ? armed.moment : null;
    requests += 1;
    if (cut !== null) cuts += 1;
    const body = await buffer(request);
    if (cut === "before") return void request.socket.destroy();
    const { authorization, "content-type": type } = headers;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(type !== undefined && { "Content-Type": type }),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (cut === "after") return void request.socket.destroy();
    const contentType = answer.headers.get("content-type");
    response.writeHead(answer.status, contentType === null ? {} : { "Content-Type": contentType });
    response.end(bytes);
  }

  const port = await startHttps(await certificateOfFile, (request, response) => void pass(request, response));
  return {
    origin: `https://localhost:${port}`,
    /** How often a method was called. */
    countOf: (method: string) => methods.filter((called) => called === method).length,
    /** How many connections were broken. */
    cuts: () => cuts,
    /** Breaks the connection of one of the next requests. */
    arm(cut: Cut | null) {
      armed = cut;
      requests = 0;
    },
  };
}
