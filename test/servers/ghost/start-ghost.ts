import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../../../lib/emulator/free-port.ts";
import { asText, at, type Json } from "../../support/client/http-client.ts";
import { startHttp } from "../../support/http/servers.ts";
import { startUnreliableProxy } from "../unreliable-proxy.ts";

const unpacked = join(import.meta.dirname, ".ghost");
const startSecondsMax = 120;

/**
 * Starts a real Ghost on an empty database behind an unreliable TLS proxy, with an owner and an integration. It stops when
 * the test ends.
 * @param directory of the blog at its host
 */
export async function startGhost(directory = "") {
  const port = await freePort();
  const proxy = await startUnreliableProxy(port);
  const mailgun = await startMailgun();
  const url = `https://localhost:${proxy.port}${directory}`;
  const output = await startProcess({
    url: `${url}/`,
    server__port: String(port),
    bulkEmail__mailgun__baseUrl: `http://127.0.0.1:${mailgun.port}/v3`,
  });

  const owner = openAdmin(`http://127.0.0.1:${port}${directory}`, new URL(url).origin);
  for (let seconds = 0; !(await owner.isUp()); seconds += 1) {
    if (seconds === startSecondsMax) throw new Error(`Ghost did not start: ${output()}`);
    await sleep(1_000);
  }
  const [email, password] = ["owner@example.com", randomBytes(16).toString("hex")];
  const setup = [{ name: "Owner", email, password, blogTitle: "Acme" }];
  await owner.call("POST", "authentication/setup/", { setup });
  await owner.call("POST", "session/", { username: email, password });
  const integrations = [{ name: "Pipeline" }];
  const created = await owner.call("POST", "integrations/?include=api_keys", { integrations });
  const keys = at(created, "integrations", 0, "api_keys");
  const key = Array.isArray(keys) ? keys.find((one) => at(one, "type") === "admin") : undefined;
  const { decide, releaseLate } = proxy;
  const { mails } = mailgun;
  return { url, adminKey: asText(at(key, "secret")), call: owner.call, mails, decide, releaseLate };
}

/** Starts the process of Ghost. Returns a function that returns what it has printed. */
async function startProcess(settings: Readonly<Record<string, string>>): Promise<() => string> {
  const folder = await mkdtemp(join(tmpdir(), "ghost-"));
  await cp(join(unpacked, "content"), join(folder, "content"), { recursive: true });
  const server = spawn(process.execPath, ["index.js"], {
    cwd: unpacked,
    env: {
      ...process.env,
      NODE_ENV: "production",
      server__host: "127.0.0.1",
      database__client: "better-sqlite3",
      database__connection__filename: join(folder, "ghost.db"),
      paths__contentPath: join(folder, "content"),
      logging__level: "error",
      logging__transports: '["stdout"]',
      mail__transport: "stub",
      privacy__useTinfoil: "true",
      security__staffDeviceVerification: "false",
      bulkEmail__mailgun__apiKey: "none",
      bulkEmail__mailgun__domain: "mailgun.test",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  return () => output;
}

/** Starts a server that takes the place of Mailgun. `mails` has the bodies of the requests that send mails. */
async function startMailgun() {
  const mails: string[] = [];
  const port = await startHttp((incoming, response) => void take(incoming, response));

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    if (incoming.method === "POST") mails.push(body);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ id: `<${mails.length}@mailgun.test>`, message: "Queued.", items: [] }));
  }
  return { port, mails };
}

/** The Admin API as Ghost's own pages use it, with a session. */
function openAdmin(server: string, origin: string) {
  let cookie = "";
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server}/ghost/api/admin/${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-Proto": "https",
        Origin: origin,
        Cookie: cookie,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? cookie;
    return response;
  };
  return {
    isUp: () =>
      send("GET", "site/").then(
        ({ status }) => status === 200,
        () => false,
      ),
    call: async (method: string, path: string, body?: object): Promise<Json> => {
      const response = await send(method, path, body);
      const answer = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} returned status ${response.status}: ${answer}`);
      return answer.startsWith("{") ? JSON.parse(answer) : answer;
    },
  };
}
