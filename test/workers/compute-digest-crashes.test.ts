import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openBrand } from "../../functions/domain/brand.ts";
import { digestMessage } from "../../functions/domain/digest-chain.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { readBrand } from "../../functions/table/brands.ts";
import { readDigest } from "../../functions/table/weekly-digests.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
const thisWeek = weekAt(Date.now(), "UTC");
const week = weekAfter(thisWeek, -1);
const noFault: Fault = { kind: "none" };
let rule: FaultRule = () => noFault;
let compute: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = provided("database");
  const { dynamodb } = await startFaultProxy({ dynamodb: endpoint }, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  const { handler } = await import("../../functions/workers/compute-digest.ts");
  compute = (message) => invokeWorker(handler, [message]);
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  rule = () => noFault;
});

/** Applies a fault to each transaction of a worker. */
const onTransactions =
  (fault: Fault): FaultRule =>
  ({ action }) =>
    action === "TransactWriteItems" ? fault : noFault;

/** A brand that waits for a digest, and the message that requests it. */
async function aWaitingBrand() {
  const organizationId = newId("org");
  const given = { id: newId("brd"), organizationId, name: "Acme", timezone: "UTC", settings: {} };
  const startMs = weekStartMs(week, given.timezone);
  const brand = openBrand(given, startMs);
  await storeBrand(table, brand);
  return { brand, message: digestMessage(brand, { week, startsAt: isoTime(startMs) }) };
}

/** Counts what is stored for the week: the digest, events, and requests for a refresh and for the next week. */
async function countsOf({ organizationId, id }: { organizationId: string; id: string }) {
  const bodies = (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .map(({ body }) => body)
    .filter((body) => body.organizationId === organizationId);
  const digest = await readDigest(table, organizationId, id, week);
  return {
    digests: digest === null ? 0 : 1,
    events: bodies.filter(({ kind }) => kind === "event.fan-out").length,
    refreshes: bodies.filter(({ kind }) => kind === "digest.refresh").length,
    nextWeeks: bodies.filter((body) => body.kind === "digest.compute" && body.week !== week).length,
    nextDigestWeek: (await readBrand(table, organizationId, id))?.nextDigest?.week,
  };
}

const nothing = { digests: 0, events: 0, refreshes: 0, nextWeeks: 0, nextDigestWeek: week };
const all = { digests: 1, events: 1, refreshes: 1, nextWeeks: 1, nextDigestWeek: thisWeek };

it("a worker that dies before its digest is stored leaves nothing, and the next worker makes one digest and one event", async () => {
  const { brand, message } = await aWaitingBrand();
  rule = onTransactions({ kind: "reset" });
  expect(await compute(message)).toBe(1);
  expect(await countsOf(brand)).toEqual(nothing);
  rule = () => noFault;
  expect(await compute(message)).toBe(0);
  expect(await countsOf(brand)).toEqual(all);
});

it("a worker that dies after its digest is stored, before it gets the response, leaves all of it, and its message stores nothing more", async () => {
  const { brand, message } = await aWaitingBrand();
  rule = onTransactions({ kind: "lose response" });
  // The retry finds that the brand no longer waits for this digest, or loses its response as well.
  await compute(message);
  expect(await countsOf(brand)).toEqual(all);
  rule = () => noFault;
  for (let repeat = 0; repeat < 2; repeat += 1) expect(await compute(message)).toBe(0);
  expect(await countsOf(brand)).toEqual(all);
});

it("two workers with the same message store one digest", async () => {
  const { brand, message } = await aWaitingBrand();
  rule = onTransactions({ kind: "twice" });
  await Promise.all([compute(message), compute(message)]);
  expect(await countsOf(brand)).toEqual(all);
});
