import { afterAll, expect, it } from "vitest";
import { wallClockMs } from "../../functions/domain/local-time.ts";
import { hourMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { brandKey, pipelineKey } from "../../functions/table/keys.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { openClient } from "../support/client/checked-client.ts";
import { at } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

const service = provided("service");
const client = openClient(service, { timeoutMs: 10_000 });
afterAll(() => client.close());
const table = tableAt(service.database);

it.each([{}, { name: "Other" }])(
  "a PATCH of %j restores the weekly digests of a brand whose message was lost",
  async (body) => {
    const { organizationId, ids, keys } = await newFixtures();
    const timezone = "Europe/Zurich";
    const thisWeek = weekAt(Date.now(), timezone);
    const week = weekAfter(thisWeek, -2);
    // This is the stored state after a lost message.
    const next = { week, startsAt: isoTime(weekStartMs(week, timezone)) };
    const key = brandKey(organizationId, ids.emptyBrd);
    await commit(table, [
      { kind: "update", key, update: "SET nextDigest = :next", values: { ":next": next } },
    ]);
    const statusOf = async (one: string) => {
      const path = `/v1/analytics/weekly?brandId=${ids.emptyBrd}&week=${one}`;
      return at((await client.call("GET", path, { key: keys.read })).json, "status");
    };
    expect(await statusOf(week)).toBe("pending");

    const path = `/v1/brands/${ids.emptyBrd}`;
    expect((await client.call("PATCH", path, { key: keys.write, body })).status).toBe(200);
    for (const one of [week, weekAfter(week)])
      await expect.poll(() => statusOf(one), { timeout: 10_000 }).toBe("ready");
    expect(await statusOf(thisWeek)).toBe("pending");
  },
);

it.each([{}, { name: "Other" }])(
  "a PATCH of %j restores the schedule of a pipeline whose message was lost, with one run for the missed time",
  async (body) => {
    const { organizationId, ids, keys } = await newFixtures();
    const dueMs = Math.floor(Date.now() / hourMs - 2) * hourMs;
    const timezone = "Europe/Zurich";
    const schedule = `0 ${new Date(wallClockMs(dueMs, timezone)).getUTCHours()} * * *`;
    const tick = { at: isoTime(dueMs), schedule, timezone };
    const key = pipelineKey(organizationId, ids.pip);
    const update = "SET schedule = :schedule, nextTick = :tick";
    await commit(table, [{ kind: "update", key, update, values: { ":schedule": schedule, ":tick": tick } }]);

    const path = `/v1/pipelines/${ids.pip}`;
    expect((await client.call("PATCH", path, { key: keys.write, body })).status).toBe(200);
    const scheduled = async () => {
      const { json } = await client.call("GET", `${path}/runs`, { key: keys.read });
      const runs = at(json, "data");
      return (Array.isArray(runs) ? runs : []).filter((run) => at(run, "trigger") === "schedule");
    };
    await expect.poll(async () => (await scheduled()).length, { timeout: 10_000 }).toBe(1);
    // The next time is in the future, so a second PATCH starts no run.
    expect((await client.call("PATCH", path, { key: keys.write, body })).status).toBe(200);
    expect(await scheduled()).toHaveLength(1);
  },
);
