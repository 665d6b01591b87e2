import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveriesOf, expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { crashesIn, type FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(6);
}, 60_000);
afterAll(() => setup.close());

/**
 * Sends one event to one new endpoint. Expects that exactly one attempt is made, recorded and received, and returns its
 * times.
 */
async function onlyAttempt(delayMs: number): Promise<{ createdAt: string; at: string }> {
  const { arrivals, urlOf } = setup.receiver;
  const organizationId = await newOrganization(service);
  const webhook = await subscribe(service, organizationId, urlOf({ fails: 0, delayMs }));
  const events = [await storeEvent(service, organizationId)];
  const sent = { webhooks: [webhook], events, arrivals };
  expect(await expectNothingLost(service.table, sent, { withinMs: 30_000 })).toMatchObject({ repeats: 0 });
  expect(await service.setPlan({ kind: "none" })).toBeGreaterThan(0);
  const [delivery] = await deliveriesOf(service.table, webhook);
  expect(delivery?.attempts).toHaveLength(1);
  expect(crashesIn(setup.stateDirectory)).toEqual([]);
  return { createdAt: delivery?.createdAt ?? "", at: delivery?.attempts[0]?.at ?? "" };
}

it("an attempt is made without waiting for its lease to end when the response of the lease's write is lost", async () => {
  await service.setPlan({ kind: "lose response", at: { step: "lease", attempt: 1 } });
  const { createdAt, at } = await onlyAttempt(0);
  // Another worker would get the message only after its visibility timeout of ninety seconds.
  expect(Date.parse(at) - Date.parse(createdAt)).toBeLessThan(60_000);
}, 60_000);

it("an attempt is not repeated when the response of its record's write is lost", async () => {
  await service.setPlan({ kind: "lose response", at: { step: "record outcome" } });
  await expect(onlyAttempt(0)).resolves.toBeDefined();
}, 60_000);

it("an attempt to a slow endpoint is recorded, and made once, when the write of the endpoint's pace fails", async () => {
  await service.setPlan({ kind: "error", action: "UpdateItem", containing: '":pace"' });
  await expect(onlyAttempt(3_500)).resolves.toBeDefined();
}, 60_000);
