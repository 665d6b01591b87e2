import { expect, it, onTestFinished } from "vitest";
import { expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { newOrganization, storeEvents, subscribe } from "../support/faults/fixtures.ts";
import { openFaultSetup } from "../support/faults/setup.ts";

const eventCount = 60 * Number(process.env.FAULT_ROUNDS ?? 1);
/** At this speed a lease of twenty seconds is longer than an attempt on a busy machine. */
const speed = 6;

it("an attempt whose message is sent twice at once is made once, under load", async () => {
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
  // The three endpoints need one, two and three attempts.
  expect(arrivals).toHaveLength(6 * eventCount);
  console.log(
    `duplicate messages: ${eventCount} events, ${counts.deliveries} deliveries, ${doubled} calls sent twice, ${arrivals.length} requests, 0 repeated`,
  );
}, 180_000);
