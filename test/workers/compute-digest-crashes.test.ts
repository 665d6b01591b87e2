import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { openBrand } from "../../functions/domain/brand.ts";
import { digestMessage } from "../../functions/domain/digest-chain.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { insertBrand, readBrand } from "../../functions/table/brands.ts";
import { readDigest } from "../../functions/table/weekly-digests.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { newId } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
const thisWeek = weekAt(Date.now(), "UTC");
const week = weekAfter(thisWeek, -1);
const forward: Fault = { kind: "none" };
let rule: FaultRule = () => forward;
let compute: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = inject("database");
  const engines = { dynamodb: endpoint, sqs: "", scheduler: "", kms: "", lambda: "" };
  const { dynamodb } = await startFaultProxy(engines, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  const { handler } = await import("../../functions/workers/compute-digest.ts");
  compute = (message) => work(handler, [message]);
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  rule = () => forward;
});

/** What happens to each of a worker's tries to store what it has made. */
const storing =
  (verdict: Fault): FaultRule =>
  ({ action }) =>
    action === "TransactWriteItems" ? verdict : forward;

/** A brand that waits for a digest, and the message of it. */
async function aWaitingBrand() {
  const organizationId = newId("org");
  const given = { id: newId("brd"), organizationId, name: "Acme", timezone: "UTC", settings: {} };
  const startMs = weekStartMs(week, given.timezone);
  const brand = openBrand(given, startMs);
  await insertBrand(table, brand);
  return { brand, message: digestMessage(brand, { week, startsAt: isoTime(startMs) }) };
}

/** What a brand has of the week: a digest, events, calls for the next week. */
async function madeFor({ organizationId, id }: { organizationId: string; id: string }) {
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
    waitsFor: (await readBrand(table, organizationId, id))?.nextDigest?.week,
  };
}

const nothing = { digests: 0, events: 0, refreshes: 0, nextWeeks: 0, waitsFor: week };
const all = { digests: 1, events: 1, refreshes: 1, nextWeeks: 1, waitsFor: thisWeek };

describe("a worker that dies over a digest", () => {
  it("before it has stored it leaves nothing; whoever gets its message makes one digest and one event", async () => {
    const { brand, message } = await aWaitingBrand();
    rule = storing({ kind: "reset" });
    expect(await compute(message)).toBe(1);
    expect(await madeFor(brand)).toEqual(nothing);
    rule = () => forward;
    expect(await compute(message)).toBe(0);
    expect(await madeFor(brand)).toEqual(all);
  });

  it("after it has stored it, and before anybody knows, leaves all of it; its message makes nothing more", async () => {
    const { brand, message } = await aWaitingBrand();
    rule = storing({ kind: "lose response" });
    // The try after the one whose answer was lost finds that the brand waits no more, or its answer is lost as well.
    await compute(message);
    expect(await madeFor(brand)).toEqual(all);
    rule = () => forward;
    for (let again = 0; again < 2; again += 1) expect(await compute(message)).toBe(0);
    expect(await madeFor(brand)).toEqual(all);
  });

  it("while another one is at it makes it once, though both get their message", async () => {
    const { brand, message } = await aWaitingBrand();
    rule = storing({ kind: "twice" });
    await Promise.all([compute(message), compute(message)]);
    expect(await madeFor(brand)).toEqual(all);
  });
});
