import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newAccessKey } from "../../lib/emulator/access-key.ts";
import { freePort } from "../../lib/emulator/free-port.ts";
import { anchorAt } from "../../lib/emulator/service-date.ts";
import { startSqs } from "../../lib/emulator/sqs.ts";
import { openState } from "../../lib/emulator/state.ts";
import { ensureTls } from "../../lib/emulator/tls.ts";
import { explained, lockStateFolder } from "../../lib/local/state-folder.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { noSmallDisk, openSmallDisk } from "../support/emulator/small-disk.ts";
import { run, startProgram } from "../support/local/start-process.ts";

const reason = noSmallDisk();
if (reason !== undefined) console.warn(`Tests of a full disk are skipped: ${reason}`);

const database = "dynoxide";
const markerName = "content-pipeline-state";
const remedy = "restore it from a backup, or delete all data of the service with --reset.";

/** Makes a state folder as a start does. */
function usedFolder(): string {
  const folder = join(temporaryFolder(), "state");
  lockStateFolder(folder, { reset: false, database }).release();
  openState(folder).close();
  return folder;
}

/** Returns what the person at the terminal reads when `open` fails. */
async function problemOf(folder: string, open: () => unknown): Promise<string> {
  try {
    await open();
    return "no problem";
  } catch (error) {
    const shown = explained(error, folder);
    return shown instanceof Error ? shown.message : String(shown);
  }
}

it.skipIf(reason !== undefined).each([
  ["without room", "4m", true],
  ["without room for the stacks", "16m", false],
] as const)(
  "a start on a disk %s says so in one line, and damages nothing",
  async (_, size, isFull) => {
    const disk = await openSmallDisk(size);
    const seen = join(disk.seenFolder, "state");
    cpSync(usedFolder(), seen, { recursive: true });
    const marker = readFileSync(join(seen, markerName), "utf8");
    if (isFull) disk.fill();
    const state = join(disk.folder, "state");
    const args = ["--state", state, "--port", "0", "--http-port", "0"];
    const { code, stderr } = await run(disk.command(startProgram("start", args))).ended;
    const line = `The disk of the state folder ${state} is full (ENOSPC): free some space, then start again.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: line });
    expect(readFileSync(join(seen, markerName), "utf8")).toBe(marker);
  },
  60_000,
);

it("a missing or damaged marker of a state folder gives one line, and a reset makes the folder usable", async () => {
  const folder = usedFolder();
  const marker = join(folder, markerName);
  const lock = (reset = false) => lockStateFolder(folder, { reset, database }).release();
  const whole = readFileSync(marker, "utf8");
  for (const damaged of ["", "{", "[]", "{}"]) {
    writeFileSync(marker, damaged);
    expect(await problemOf(folder, () => lock())).toBe(
      `The marker of the state folder, ${marker}, is damaged: ${remedy}`,
    );
  }
  rmSync(marker);
  expect(await problemOf(folder, () => lock())).toBe(
    `The marker of the state folder, ${marker}, is missing: ${remedy}`,
  );
  expect(() => lock(true)).not.toThrow();
  expect(readFileSync(marker, "utf8")).toBe(whole);
});

it("a damaged database of the runtime or of the queues gives one line that names the file", async () => {
  const folder = usedFolder();
  const runtimeFile = join(folder, "runtime.sqlite");
  writeFileSync(runtimeFile, "not a database".repeat(1000));
  expect(await problemOf(folder, () => openState(folder))).toBe(`${runtimeFile} is damaged: ${remedy}`);

  mkdirSync(join(folder, "sqs"));
  const queuesFile = join(folder, "sqs", "fauxqs.db");
  writeFileSync(queuesFile, "not a database".repeat(1000));
  const port = await freePort();
  const options = {
    port,
    accessKey: newAccessKey(),
    stateDirectory: folder,
    anchor: anchorAt(0, 1),
    queues: [],
  };
  expect(await problemOf(folder, () => startSqs({ ...options, log: () => undefined }))).toBe(
    `${queuesFile} is damaged: ${remedy}`,
  );
});

it("a missing or damaged certificate, key or CA is replaced, and a line says what to do", async () => {
  const folder = usedFolder();
  const lines: string[] = [];
  const open = () => ensureTls(folder, { log: (line) => lines.push(line) });
  const { caFile, certFile, keyFile } = await open();
  // The folder was used before, and had no certificate yet.
  const expected = [`${caFile} is missing: `];
  for (const file of [caFile, certFile, keyFile]) {
    writeFileSync(file, "damaged");
    await open();
    expected.push(`${file} is damaged: `);
  }
  const other = await ensureTls(temporaryFolder());
  writeFileSync(keyFile, other.key);
  await open();
  expected.push(`${keyFile} is not the key of ${certFile}: `);
  rmSync(certFile);
  await open();
  expected.push(`${certFile} is missing: `);
  const todo = `a new certificate and CA were made. Clients must trust ${caFile} again.`;
  expect(lines).toEqual(expected.map((problem) => problem + todo));
  await open();
  expect(lines).toHaveLength(expected.length);
});
