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

/** Sends one event to one new endpoint, and answers with the only attempt that was made, recorded and received. */
async function onlyAttempt(delayMs: number): Promise<{ createdAt: string; at: string }> {
  const { arrivals, urlOf } = setup.receiver;
  const organizationId = await newOrganization(service);
  const webhook = await subscribe(service, organizationId, urlOf({ fails: 0, delayMs }));
  const events = [await storeEvent(service, organizationId)];
  const all = { webhooks: [webhook], events, arrivals };
  expect(await expectNothingLost(service.table, all, { withinMs: 30_000 })).toMatchObject({ repeats: 0 });
  expect(await service.setPlan({ kind: "none" })).toBeGreaterThan(0);
  const [delivery] = await deliveriesOf(service.table, webhook);
  expect(delivery?.attempts).toHaveLength(1);
  expect(crashesIn(setup.stateDirectory)).toEqual([]);
  return { createdAt: delivery?.createdAt ?? "", at: delivery?.attempts[0]?.at ?? "" };
}

it("an attempt whose claim was stored and not answered is made by the worker that claimed it, not when the claim has ended", async () => {
  await service.setPlan({ kind: "lose response", at: { step: "lease", attempt: 1 } });
  const { createdAt, at } = await onlyAttempt(0);
  // Its message would be hidden for ninety seconds.
  expect(Date.parse(at) - Date.parse(createdAt)).toBeLessThan(60_000);
}, 60_000);

it("an attempt whose record was stored and not answered is not made again", async () => {
  await service.setPlan({ kind: "lose response", at: { step: "record outcome" } });
  await expect(onlyAttempt(0)).resolves.toBeDefined();
}, 60_000);

it("what is noted of a slow endpoint may fail: its attempt is recorded, and made once", async () => {
  await service.setPlan({ kind: "error", action: "UpdateItem", containing: '":pace"' });
  await expect(onlyAttempt(3_500)).resolves.toBeDefined();
}, 60_000);
