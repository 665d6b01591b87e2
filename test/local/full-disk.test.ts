import { existsSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { type Json, parseJson, parseJsonObject, textAt } from "../../lib/emulator/json.ts";
import { eventually } from "../support/emulator/assembly-fixture.ts";
import { noSmallDisk, openSmallDisk } from "../support/emulator/small-disk.ts";
import { run, startProgram } from "../support/local/start-process.ts";

const reason = noSmallDisk();
if (reason !== undefined) console.warn(`Tests of a full disk are skipped: ${reason}`);

it.skipIf(reason !== undefined)(
  "the service survives a full disk: it responds, says so once, loses no brand that it has acknowledged, and goes on",
  async () => {
    // The stacks take half of it.
    const disk = await openSmallDisk("100m");
    const args = ["--state", join(disk.folder, "state"), "--port", "0", "--http-port", "0"];
    const seen = join(disk.seenFolder, "state");
    const service = run(disk.command(startProgram("start", args)));
    const file = await eventually(() => {
      if (service.child.exitCode !== null) throw new Error(service.output.stderr);
      const path = join(seen, "service.json");
      const content = existsSync(path) ? parseJsonObject(readFileSync(path, "utf8"), path) : {};
      return content["pid"] === undefined ? undefined : content;
    }, 60_000);
    const ca = readFileSync(join(seen, "tls", "ca.pem"));
    const call = (method: string, path: string, body?: object) =>
      new Promise<{ status: number; body: Json }>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${textAt(file, "keys", "write")}`,
          "content-type": "application/json",
        };
        request(`${textAt(file, "url")}${path}`, { method, ca, headers, agent: false }, (response) => {
          text(response).then(
            (read) => resolve({ status: response.statusCode ?? 0, body: parseJson(read, path) }),
            reject,
          );
        })
          .once("error", reject)
          .end(body === undefined ? undefined : JSON.stringify(body));
      });
    const acknowledged: string[] = [];
    const makeBrand = async () => {
      const voice = "x".repeat(1000);
      const brand = { name: "Acme", timezone: "UTC", settings: { voice } };
      const { status, body } = await call("POST", "/v1/brands", brand);
      if (status === 201) acknowledged.push(textAt(body, "id") ?? "");
      return { status, code: textAt(body, "error", "code") };
    };

    expect(await makeBrand()).toMatchObject({ status: 201 });
    disk.fill();
    // SQLite may still have room in the files that it has.
    const failed = await eventually(async () => {
      const made = await makeBrand();
      return made.status === 201 ? undefined : made;
    }, 30_000);
    expect(failed).toEqual({ status: 500, code: "internal_error" });
    expect((await call("GET", "/v1/openapi.json")).status).toBe(200);
    const said = () => service.output.stdout.split("\n").filter((line) => line.includes("ENOSPC"));
    await eventually(() => (said().length > 0 ? true : undefined));

    disk.free();
    await eventually(async () => ((await makeBrand()).status === 201 ? true : undefined), 30_000);
    for (const id of acknowledged)
      expect(await call("GET", `/v1/brands/${id}`)).toMatchObject({ status: 200 });
    expect(said()).toEqual([expect.stringMatching(/^The disk of \S+\/state is full \(ENOSPC\): /)]);
    service.child.kill("SIGTERM");
    expect((await service.ended).code).toBe(0);
  },
  120_000,
);
