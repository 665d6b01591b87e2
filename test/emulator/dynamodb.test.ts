import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { callAws } from "../../lib/emulator/aws-json.ts";
import { startDynamoDb } from "../../lib/emulator/dynamodb.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function idle(...args: string[]) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", ...args], {
    detached: true,
    stdio: "ignore",
  });
  endings.push(() => child.kill("SIGKILL"));
  return child;
}

it("a start ends the engine of an earlier run, and does not end another process with the same process id", async () => {
  const directory = temporaryFolder();
  const pidFile = join(directory, "dynamodb.pid");
  const leftover = idle(join(directory, "dynamodb.sqlite"));
  const ended = once(leftover, "exit");
  writeFileSync(pidFile, JSON.stringify({ pid: leftover.pid }));
  const first = await startDynamoDb("dynoxide", directory);
  await ended;
  await first.stop();

  const stranger = idle();
  writeFileSync(pidFile, JSON.stringify({ pid: stranger.pid }));
  const second = await startDynamoDb("dynoxide", directory);
  endings.push(() => second.stop());
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  expect(await callAws(second.endpoint, "DynamoDB_20120810.ListTables", {})).toEqual({ TableNames: [] });
});

it.runIf(process.platform === "linux")(
  "the engine, which accepts every caller, listens on a loopback address that no web page can guess",
  async () => {
    const first = await startDynamoDb("dynoxide", temporaryFolder());
    endings.push(() => first.stop());
    const second = await startDynamoDb("dynoxide", temporaryFolder());
    endings.push(() => second.stop());
    const hosts = [first, second].map(({ endpoint }) => new URL(endpoint).hostname);
    for (const host of hosts) expect(host).toMatch(/^127\.(?!0\.0\.1$)/);
    expect(hosts[0]).not.toBe(hosts[1]);
  },
);

it("an unknown engine and an endpoint without a DynamoDB are errors of one line that say what to do", async () => {
  await expect(startDynamoDb("oracle", temporaryFolder())).rejects.toThrow(
    'The database "oracle" is unknown: choose dynoxide, dynamodb-local or the URL of a DynamoDB.',
  );
  await expect(startDynamoDb("http://127.0.0.1:9", temporaryFolder())).rejects.toThrow(
    "No DynamoDB responds at http://127.0.0.1:9: start it, or use the database dynoxide.",
  );
});
