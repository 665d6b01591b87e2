import { expect, it } from "vitest";
import { requestReplay } from "../../functions/delivery/request-replay.ts";
import { afterPages, bulkReplayMessage } from "../../functions/domain/bulk-replay.ts";
import { replayableStatuses } from "../../functions/domain/delivery.ts";
import { dayMs, hourMs } from "../../functions/domain/time.ts";
import { readBulkReplay, recordProgress, releaseBulkReplay } from "../../functions/table/bulk-replays.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { aDeadLetteredDelivery, aStoredWebhook } from "../support/delivery/deliveries.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs + 1;
const filter = { webhookId: null, statuses: [...replayableStatuses] };

const start = (organizationId: string, nowMs = now, id = newId("rpl"), at: Table = table) =>
  requestReplay(at, { id, organizationId, filter }, nowMs);

async function messagesOf(organizationId: string) {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ queue, body }) => queue === "replays" && body.organizationId === organizationId);
}

const aDeadLetter = async () => (await aDeadLetteredDelivery(table)).organizationId;

it("an organization has one bulk replay at a time: a second one is rejected and names the first, until that one has finished", async () => {
  const organizationId = await aDeadLetter();
  const first = await start(organizationId);
  expect(first).toMatchObject({ status: "running", count: 1, replayed: 0, skipped: 0 });
  await expect(start(organizationId)).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringContaining(`The bulk replay ${first.id} is still running.`),
  });
  expect(await messagesOf(organizationId)).toEqual([bulkReplayMessage(first)]);

  const finished = afterPages(first, { replayed: 1, skipped: 0, after: null }, now);
  expect(await recordProgress(table, first, finished, now)).toBe(true);
  expect(await readBulkReplay(table, first, now)).toMatchObject({ status: "finished", replayed: 1 });
  expect(await start(organizationId)).toMatchObject({ status: "running" });
});

it("of several bulk replays requested at the same moment, one starts", async () => {
  const organizationId = await aDeadLetter();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => start(organizationId)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await messagesOf(organizationId)).toHaveLength(1);
});

it("the bulk replay of one organization does not keep another organization from its own", async () => {
  await start(await aDeadLetter());
  expect(await start(await aDeadLetter())).toMatchObject({ status: "running" });
});

it("a bulk replay without dead letters has finished at once, and another one may start", async () => {
  const { organizationId } = await aStoredWebhook(table);
  for (let time = 0; time < 2; time += 1) {
    const replay = await start(organizationId);
    expect(await readBulkReplay(table, replay, now)).toMatchObject({ status: "finished", count: 0 });
  }
  expect(await messagesOf(organizationId)).toEqual([]);
});

it("a bulk replay that makes no progress for an hour fails when another one is requested, and cannot continue", async () => {
  const organizationId = await aDeadLetter();
  const stuck = await start(organizationId);
  await expect(start(organizationId, now + hourMs - 1)).rejects.toMatchObject({ code: "unprocessable" });
  const next = await start(organizationId, now + hourMs);
  expect(next).toMatchObject({ status: "running" });
  expect(await readBulkReplay(table, stuck, now + hourMs)).toMatchObject({ status: "failed" });
  const late = afterPages(stuck, { replayed: 1, skipped: 0, after: "a page" }, now + hourMs);
  expect(await recordProgress(table, stuck, late, now + hourMs)).toBe(false);
});

it("every page of a bulk replay renews its lease", async () => {
  const organizationId = await aDeadLetter();
  const first = await start(organizationId);
  const laterMs = now + hourMs - 1;
  const continued = afterPages(first, { replayed: 50, skipped: 1, after: "a page" }, laterMs);
  expect(await recordProgress(table, first, continued, laterMs)).toBe(true);
  await expect(start(organizationId, laterMs + hourMs - 1)).rejects.toMatchObject({ code: "unprocessable" });
  const stored = await readBulkReplay(table, first, laterMs);
  expect(stored).toMatchObject({ replayed: 50, skipped: 1, finishedAt: null });
  expect(await messagesOf(organizationId)).toContainEqual(bulkReplayMessage(continued));
});

it("a bulk replay whose message was given up does not keep another one from starting, and continues unless one does", async () => {
  const organizationId = await aDeadLetter();
  const first = await start(organizationId);
  const message = { ...bulkReplayMessage(first), notBeforeMs: now + hourMs };
  await releaseBulkReplay(table, first, { nowMs: now, messages: [message] });
  expect(await messagesOf(organizationId)).toContainEqual(message);
  expect(await readBulkReplay(table, first, now)).toMatchObject({ status: "running" });
  expect(await start(organizationId)).toMatchObject({ status: "running" });
  expect(await readBulkReplay(table, first, now)).toMatchObject({ status: "failed" });
});

it("a request that is executed again returns the bulk replay that its first try has started, as it was then", async () => {
  const organizationId = await aDeadLetter();
  const id = newId("rpl");
  const first = await start(organizationId, now, id);
  const finished = afterPages(first, { replayed: 1, skipped: 0, after: null }, now);
  await recordProgress(table, first, finished, now);
  await start(organizationId);
  const idempotentCommit = {
    alreadyApplied: true,
    mark: () => {
      throw new Error("nothing is stored");
    },
    isMarkedBy: () => true,
    newCommitId: () => "",
    request: { organizationId, hash: "", startedAtMs: now },
  };
  expect(await start(organizationId, now, id, { ...table, idempotentCommit })).toEqual(first);
});

it("a bulk replay can be read for 30 days after its end, and not by another organization", async () => {
  const organizationId = await aDeadLetter();
  const replay = await start(organizationId);
  expect(await readBulkReplay(table, replay, now + 30 * dayMs - 1_000)).not.toBeNull();
  expect(await readBulkReplay(table, replay, now + 30 * dayMs + 1_000)).toBeNull();
  expect(await readBulkReplay(table, { ...replay, organizationId: newId("org") }, now)).toBeNull();
});
