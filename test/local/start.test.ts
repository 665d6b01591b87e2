import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parseJson } from "../../lib/emulator/json.ts";
import { lockStateFolder } from "../../lib/local/state-folder.ts";
import { type HttpResponse, openHttpClient } from "../support/client/http-client.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { runCommand, untilReady } from "../support/local/start-process.ts";

const signInLink = /https:\/\/localhost:\d+\/sign-in#[\w-]+/;
const anyPorts = ["--port", "0", "--http-port", "0"];

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function statusOf(url: string, caFile: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${url}/v1/brands`,
      { ca: readFileSync(caFile), headers: { authorization: `Bearer ${key}` }, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .once("error", reject)
      .end();
  });
}

/** Runs `npm start` with arguments until it ends. Returns its exit code and the lines of its error output. */
async function endOf(args: readonly string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, stderr } = await runCommand("start", args).ended;
  return { code, lines: stderr.trimEnd().split("\n") };
}

/** Sends the token of a sign-in link as the dashboard does. Returns the response. */
async function signIn(link: string, tls: { caFile: string }): Promise<HttpResponse> {
  const url = new URL(link);
  const client = openHttpClient({ url: url.origin, tls });
  try {
    return await client.call("POST", url.pathname, { body: { token: url.hash.slice(1) } });
  } finally {
    client.close();
  }
}

function oneLine(said: RegExp): object {
  return { code: 1, lines: [expect.stringMatching(said)] };
}

it.each([
  [["--bogus"], /--bogus/],
  [["extra"], /extra/],
  [["--port", "http"], /--port "http" is not a port/],
  [["--port", "70000"], /--port "70000" is not a port/],
  [["--http-port", "-1"], /--http-port/],
  [["--speed", "0"], /--speed "0" is not a speed/],
  [["--speed", "fast"], /--speed "fast" is not a speed/],
  [["--database", "mysql"], /--database "mysql" is unknown/],
])("npm start rejects %j with an error of one line", async (args, said) => {
  expect(await endOf(args)).toEqual(oneLine(said));
});

it.each(["--port", "--http-port"])(
  "npm start names the port of %s when another program uses it",
  async (option) => {
    const port = await takenPort();
    const other = option === "--port" ? "--http-port" : "--port";
    const args = ["--state", join(temporaryFolder(), "state"), option, String(port), other, "0"];
    expect(await endOf(args)).toEqual(oneLine(new RegExp(`^Port ${port} is taken .*${option}`)));
  },
);

it("npm start names a state folder that it cannot use", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const args = [...anyPorts, "--state"];
  expect(await endOf([...args, file])).toEqual(oneLine(/^The state folder .* cannot be used/));
  expect(await endOf([...args, join(file, "sub")])).toEqual(oneLine(/^The state folder .* cannot be used/));
});

it("npm start rejects a folder with other files, with and without --reset", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "letters"));
  for (const reset of [[], ["--reset"]]) {
    const args = [...anyPorts, ...reset, "--state", folder];
    expect(await endOf(args)).toEqual(oneLine(/holds other files and is not a state folder/));
  }
  expect(existsSync(join(folder, "letters"))).toBe(true);
});

it("a reset deletes everything that the service made in its folder, and no other file", () => {
  const folder = join(temporaryFolder(), "state");
  lockStateFolder(folder, { reset: false, database: "dynoxide" }).release();
  writeFileSync(join(folder, "service.json"), "{}");
  writeFileSync(join(folder, "letter.txt"), "dear");
  lockStateFolder(folder, { reset: true, database: "dynoxide" }).release();
  expect(existsSync(join(folder, "service.json"))).toBe(false);
  expect(existsSync(join(folder, "letter.txt"))).toBe(true);
});

it("a state folder cannot be opened with another database than its own, except with a reset", () => {
  const folder = join(temporaryFolder(), "state");
  lockStateFolder(folder, { reset: false, database: "dynoxide" }).release();
  const other = { database: "dynamodb-local" };
  expect(() => lockStateFolder(folder, { reset: false, ...other })).toThrow(/belongs to --database dynoxide/);
  lockStateFolder(folder, { reset: true, ...other }).release();
  expect(() => lockStateFolder(folder, { reset: false, ...other }).release()).not.toThrow();
});

it.each([
  ["an earlier", '{"database":"dynoxide"}'],
  ["a later", '{"database":"dynoxide","layout":1000}'],
])("a state folder of %s version gives one line, and keeps its marker without a reset", (_, marker) => {
  const folder = join(temporaryFolder(), "state");
  const lock = (reset: boolean) => lockStateFolder(folder, { reset, database: "dynoxide" }).release();
  lock(false);
  const path = join(folder, "content-pipeline-state");
  writeFileSync(path, marker);
  expect(() => lock(false)).toThrow(/is of another version of this service/);
  expect(readFileSync(path, "utf8")).toBe(marker);
  lock(true);
  expect(() => lock(false)).not.toThrow();
});

it("npm start --help prints the options", async () => {
  const ended = await runCommand("start", ["--help"]).ended;
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("--http-port N");
});

it("a sign-in link for a service on AWS is rejected with what to do instead", async () => {
  const { code, stderr } = await runCommand("admin", ["sign-in-link", "--function-name", "x"]).ended;
  expect({ code, lines: stderr.trimEnd().split("\n") }).toEqual(oneLine(/sign in with an API key/));
});

it("npm start runs until a signal, locks its state folder, and has the same keys at the next start, which makes no new stacks", async () => {
  const state = join(temporaryFolder(), "state");
  const args = ["--state", state, ...anyPorts];
  const first = runCommand("start", args);
  const { content, url, caFile, readKey } = await untilReady(state, first);
  expect(content).toMatchObject({
    url: expect.stringMatching(/^https:\/\/localhost:\d+$/),
    httpUrl: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    tls: { caFile: expect.any(String), certFile: expect.any(String), keyFile: expect.any(String) },
    organizationId: expect.stringMatching(/^org_/),
    keys: { read: expect.any(String), write: expect.any(String), admin: expect.any(String) },
  });
  expect(statSync(join(state, "service.json")).mode & 0o777).toBe(0o600);
  expect(await statusOf(url, caFile, readKey)).toBe(200);

  expect(await endOf(args)).toEqual(oneLine(/^A service is running on the state folder/));
  const admin = await runCommand("admin", ["create-org", "--name", "Other", "--state", state]).ended;
  expect(admin.code).toBe(0);
  expect(parseJson(admin.stdout, "stdout")).toMatchObject({
    organizationId: expect.stringMatching(/^org_/),
    keys: { read: expect.any(String), write: expect.any(String), admin: expect.any(String) },
  });

  const newLink = await runCommand("admin", ["sign-in-link", "--state", state]).ended;
  expect(newLink).toMatchObject({ code: 0, stderr: "" });
  const links = [first.output.stdout, newLink.stdout].map((text) => signInLink.exec(text)?.[0] ?? "");
  for (const link of links) {
    const session = await signIn(link, { caFile });
    expect(session).toMatchObject({
      status: 201,
      json: { role: "admin", organizationId: content["organizationId"] },
      headers: { "set-cookie": [expect.stringMatching(/^__Host-session=cpd_\w+; .*SameSite=Strict$/)] },
    });
    expect((await signIn(link, { caFile })).status).toBe(401);
    expect(readFileSync(join(state, "service.json"), "utf8")).not.toContain(new URL(link).hash.slice(1));
  }

  const misspelt = join(temporaryFolder(), "misspelt");
  const lost = await runCommand("admin", ["create-org", "--name", "Other", "--state", misspelt]).ended;
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no state folder /) });
  expect(existsSync(misspelt)).toBe(false);
  const noLink = await runCommand("admin", ["sign-in-link", "--state", misspelt]).ended;
  expect(noLink).toMatchObject({
    code: 1,
    stderr: `No service runs on ${misspelt}: start it with npm start, which prints a sign-in link.\n`,
  });

  const signalledMs = performance.now();
  first.child.kill("SIGTERM");
  const ended = await first.ended;
  expect(ended.code).toBe(0);
  expect(performance.now() - signalledMs).toBeLessThan(5000);
  expect(ended.stdout).toContain("curl ");
  expect(ended.stdout).toMatch(/\nThe dashboard is at https:.*\n(?:  .*\n)+\nThe service is ready at /);
  expect(ended.stderr).toBe("");
  expect(readFileSync(join(state, "service.json"), "utf8")).not.toContain('"pid"');

  // This time it is killed, and the next start can still use the state folder.
  const second = runCommand("start", args);
  await untilReady(state, second);
  second.child.kill("SIGKILL");
  await second.ended;
  const third = runCommand("start", args);
  const again = await untilReady(state, third);
  for (const { output } of [second, third]) {
    expect(output.stdout).toContain("Starting the engines");
    expect(output.stdout).not.toContain("Bundling the functions");
  }
  expect(again.content).toMatchObject({ organizationId: content["organizationId"], keys: content["keys"] });
  expect(await statusOf(again.url, again.caFile, readKey)).toBe(200);
  third.child.kill("SIGINT");
  expect((await third.ended).code).toBe(0);
}, 120_000);
