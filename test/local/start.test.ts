import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseJson } from "../../lib/emulator/json.ts";
import { claimStateFolder } from "../../lib/local/state-folder.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { runCommand, untilReady } from "../support/local/start-process.ts";

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

/** How a command ends: its exit code, and the lines that it told the person at the terminal of what went wrong. */
async function endOf(args: readonly string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, stderr } = await runCommand("start", args).ended;
  return { code, lines: stderr.trimEnd().split("\n") };
}

function oneLine(said: RegExp): object {
  return { code: 1, lines: [expect.stringMatching(said)] };
}

describe("npm start with what it cannot do", () => {
  it.each([
    [["--bogus"], /--bogus/],
    [["extra"], /extra/],
    [["--port", "http"], /--port "http" is no port/],
    [["--port", "70000"], /--port "70000" is no port/],
    [["--http-port", "-1"], /--http-port/],
    [["--speed", "0"], /--speed "0" is no speed/],
    [["--speed", "fast"], /--speed "fast" is no speed/],
    [["--database", "mysql"], /--database "mysql" is not known/],
  ])("says so in one line: %j", async (args, said) => {
    expect(await endOf(args)).toEqual(oneLine(said));
  });

  it.each(["--port", "--http-port"])("names the port of %s that is taken", async (option) => {
    const port = await takenPort();
    const other = option === "--port" ? "--http-port" : "--port";
    const args = ["--state", join(temporaryFolder(), "state"), option, String(port), other, "0"];
    expect(await endOf(args)).toEqual(oneLine(new RegExp(`^Port ${port} is taken .*${option}`)));
  });

  it("names a state folder that cannot be one", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const args = [...anyPorts, "--state"];
    expect(await endOf([...args, file])).toEqual(oneLine(/^The state folder .* cannot be used/));
    expect(await endOf([...args, join(file, "sub")])).toEqual(oneLine(/^The state folder .* cannot be used/));
  });

  it("takes no folder that holds somebody else's files, by --reset or without", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "letters"));
    for (const reset of [[], ["--reset"]]) {
      const args = [...anyPorts, ...reset, "--state", folder];
      expect(await endOf(args)).toEqual(oneLine(/holds other files and is no state folder/));
    }
    expect(existsSync(join(folder, "letters"))).toBe(true);
  });

  it("deletes by a reset what the service made, and nothing that was laid beside it", () => {
    const folder = join(temporaryFolder(), "state");
    claimStateFolder(folder, { reset: false, database: "dynoxide" }).release();
    writeFileSync(join(folder, "service.json"), "{}");
    writeFileSync(join(folder, "letter.txt"), "dear");
    claimStateFolder(folder, { reset: true, database: "dynoxide" }).release();
    expect(existsSync(join(folder, "service.json"))).toBe(false);
    expect(existsSync(join(folder, "letter.txt"))).toBe(true);
  });

  it("opens no state folder with another database than its own, but by a reset", () => {
    const folder = join(temporaryFolder(), "state");
    claimStateFolder(folder, { reset: false, database: "dynoxide" }).release();
    const other = { database: "dynamodb-local" };
    expect(() => claimStateFolder(folder, { reset: false, ...other })).toThrow(
      /belongs to --database dynoxide/,
    );
    claimStateFolder(folder, { reset: true, ...other }).release();
    expect(() => claimStateFolder(folder, { reset: false, ...other }).release()).not.toThrow();
  });

  it("tells its options by --help", async () => {
    const ended = await runCommand("start", ["--help"]).ended;
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("--http-port N");
  });
});

describe("npm start", () => {
  it("serves until it is told to end, alone on its state folder, and with the same keys the next time", async () => {
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

    const misspelt = join(temporaryFolder(), "misspelt");
    const lost = await runCommand("admin", ["create-org", "--name", "Other", "--state", misspelt]).ended;
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no state folder /) });
    expect(existsSync(misspelt)).toBe(false);

    const toldMs = performance.now();
    first.child.kill("SIGTERM");
    const ended = await first.ended;
    expect(ended.code).toBe(0);
    expect(performance.now() - toldMs).toBeLessThan(5000);
    expect(ended.stdout).toContain("curl ");
    expect(ended.stderr).toBe("");
    expect(readFileSync(join(state, "service.json"), "utf8")).not.toContain('"pid"');

    // Killed this time, and the state folder is free for the next one all the same.
    const second = runCommand("start", args);
    await untilReady(state, second);
    second.child.kill("SIGKILL");
    await second.ended;
    const third = runCommand("start", args);
    const again = await untilReady(state, third);
    expect(again.content).toMatchObject({ organizationId: content["organizationId"], keys: content["keys"] });
    expect(await statusOf(again.url, again.caFile, readKey)).toBe(200);
    third.child.kill("SIGINT");
    expect((await third.ended).code).toBe(0);
  }, 120_000);
});
