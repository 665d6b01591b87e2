import { expect, it, onTestFinished } from "vitest";
import { expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { newOrganization, storeEvents, subscribe } from "../support/faults/fixtures.ts";
import { openFaultSetup } from "../support/faults/setup.ts";

const eventCount = 60 * Number(process.env.FAULT_ROUNDS ?? 1);
/** A claim of twenty seconds lasts long enough for a busy machine. */
const speed = 6;

it("every message that is sent twice at once makes its attempt once, under load", async () => {
  const setup = await openFaultSetup();
  onTestFinished(setup.close);
  const service = await setup.start(speed);
  const organizationId = await newOrganization(service);
  const webhooks = await Promise.all(
    [0, 1, 2].map((fails) => subscribe(service, organizationId, setup.receiver.urlOf({ fails }))),
  );
  await service.setPlan({ kind: "twice" });
  const events = await storeEvents(service, organizationId, eventCount);

  const { arrivals } = setup.receiver;
  const counts = await expectNothingLost(service.table, { webhooks, events, arrivals }, { withinMs: 90_000 });
  const doubled = await service.setPlan({ kind: "none" });
  expect(counts).toEqual({ deliveries: 3 * eventCount, deadLetters: 0, repeats: 0 });
  // One, two and three attempts.
  expect(arrivals).toHaveLength(6 * eventCount);
  console.log(
    `doubles: ${eventCount} events, ${counts.deliveries} deliveries, ${doubled} sends doubled, ${arrivals.length} requests, 0 repeated`,
  );
}, 180_000);
