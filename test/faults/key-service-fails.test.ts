import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { attemptMessage } from "../../functions/domain/delivery.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { pageOfDeadLetters } from "../../functions/table/dead-letters.ts";
import { readDelivery, storeDelivery } from "../../functions/table/deliveries.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { deliveriesOf } from "../support/faults/expect-nothing-lost.ts";
import { failedDelivery } from "../support/faults/failed-delivery.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

const speed = 300;

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

it("events and attempts that cannot be signed while KMS fails for half an hour wait, and are delivered afterwards by their first attempt", async () => {
  const organizationId = await newOrganization(service);
  const url = setup.receiver.urlOf({ fails: 0 });
  const [forEvent, forAttempt] = [
    await subscribe(service, organizationId, url),
    await subscribe(service, organizationId, url),
  ];
  await service.setPlan({ kind: "error", action: "Decrypt", containing: "" });
  const begun = failedDelivery(service, forAttempt, 0);
  await storeDelivery(service.table, begun, Date.now());
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  await commit(service.table, [], { messages: [attemptMessage(begun, due, forAttempt)] });
  const eventId = await storeEvent(service, organizationId);

  const filter = { webhookId: undefined, statuses: ["exhausted" as const, "final_attempt_pending" as const] };
  const letters = async () => {
    const page = { order: "asc" as const, limit: 10, after: null };
    return (await pageOfDeadLetters(service.table, organizationId, filter, page, Date.now())).rows;
  };
  await sleep((30 * minuteMs) / speed);
  const faults = await service.setPlan({ kind: "none" });
  expect(faults).toBeGreaterThan(2);
  expect(await letters()).toEqual([]);
  expect(setup.receiver.arrivals).toEqual([]);

  await vi.waitFor(
    async () => {
      expect(await readDelivery(service.table, begun)).toMatchObject({
        status: "succeeded",
        attempts: [{ number: 1 }],
      });
      expect(await deliveriesOf(service.table, forEvent)).toMatchObject([
        { eventId, status: "succeeded", attempts: [{ number: 1 }] },
      ]);
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(setup.receiver.arrivals.every(({ attempt, verified }) => attempt === 1 && verified)).toBe(true);
  expect(await letters()).toEqual([]);
}, 90_000);
