import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../../../lib/emulator/free-port.ts";
import { asText, at, type Json } from "../../support/client/http-client.ts";
import { startUnreliableProxy } from "../unreliable-proxy.ts";

const startSecondsMax = 20;
const userName = "acme";
/** The code is shown to the user, who brings it to the application. */
const redirectUri = "urn:ietf:wg:oauth:2.0:oob";

/** Starts a real snac with an account behind a TLS proxy. It stops when the test ends. */
export async function startSnac() {
  const port = await freePort();
  const { port: proxyPort } = await startUnreliableProxy(port);
  const url = `https://localhost:${proxyPort}`;
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-snac-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const data = join(folder, "data");
  // Its questions: the address, the port, the host, the directory and the operator's address.
  execFileSync("snac", ["init", data], { input: `127.0.0.1\n${port}\nlocalhost:${proxyPort}\n\n\n` });
  const created = execFileSync("snac", ["adduser", data, userName], { encoding: "utf8" });
  const [, password] = /^User password is (\S+)$/m.exec(created) ?? [];
  if (password === undefined) throw new Error(`snac made no account: ${created}`);
  startProcess(data);

  const send = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  for (let tries = 0; !(await isUp(port)); tries += 1) {
    if (tries === startSecondsMax * 10) throw new Error("snac did not start");
    await sleep(100);
  }

  const form = async (path: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const response = await send(path, { method: "POST", body: new URLSearchParams(fields) });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} returned status ${response.status}: ${text}`);
    return text;
  };
  const application: Json = JSON.parse(
    await form("/api/v1/apps", { client_name: "Pipeline", redirect_uris: redirectUri }),
  );
  const [id, secret] = [asText(at(application, "client_id")), asText(at(application, "client_secret"))];

  /** Lets the account's owner allow the application to publish. Returns its access token. */
  async function newToken(): Promise<string> {
    const login = { login: userName, passwd: password ?? "", redir: redirectUri, cid: id, state: "" };
    const code = await form("/oauth/x-snac-login", login);
    const client = { client_id: id, client_secret: secret, redirect_uri: redirectUri };
    const token = await form("/oauth/token", { grant_type: "authorization_code", code, ...client });
    return asText(at(JSON.parse(token), "access_token"));
  }

  return {
    url,
    newToken,
    revoke: (token: string) => form("/oauth/revoke", { client_id: id, client_secret: secret, token }),
    /** What a client of the account reads. */
    async read(path: string, token: string): Promise<Json> {
      const response = await send(path, { headers: { Authorization: `Bearer ${token}` } });
      return JSON.parse(await response.text());
    },
    favourite: (statusId: string, token: string) =>
      send(`/api/v1/statuses/${statusId}/favourite`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
      }),
  };
}

function startProcess(data: string): void {
  const server = spawn("snac", ["httpd", data], { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
  });
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/v1/instance`).then(
    ({ ok }) => ok,
    () => false,
  );
