import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { bulkReplayMessage } from "../../functions/domain/bulk-replay.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { storeBulkReplay } from "../support/delivery/bulk-replays.ts";
import { expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { storeExhausted } from "../support/faults/failed-delivery.ts";
import { crashesIn } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { seeded, seedOfRun } from "../support/faults/seeded-random.ts";
import { openFaultSetup } from "../support/faults/setup.ts";

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const speed = 60;
const faultyMs = 6_000;
/** A busy machine that has fewer faults after `faultyMs` continues until it has this many. */
const faultsMin = 100;

it(
  "random failures of DynamoDB, SQS and Scheduler calls lose no event, skip no attempt and crash no function",
  async () => {
    const seed = seedOfRun();
    const random = seeded(seed);
    console.log(`random faults: FAULT_SEED=${seed}`);
    const setup = await openFaultSetup();
    onTestFinished(setup.close);
    const service = await setup.start(speed);
    const { arrivals, urlOf } = setup.receiver;
    const organizationId = await newOrganization(service);
    const behaviours = [{ fails: 0 }, { fails: 2 }, { fails: 6 }, { fails: 0, delayMs: 3_000 }];
    const webhooks = await Promise.all(
      behaviours.map((one) => subscribe(service, organizationId, urlOf(one))),
    );
    const [reliable] = webhooks;
    // Functions are warm before the first fault, so that faults happen under load and not while functions load.
    const events = [await storeEvent(service, organizationId)];
    await vi.waitFor(() => expect(arrivals.length).toBeGreaterThanOrEqual(webhooks.length), {
      timeout: 15_000,
    });
    let faults = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (reliable !== undefined)
        for (let count = 0; count < 20; count += 1) await storeExhausted(service, reliable);
      faults = await service.setPlan({
        kind: "random",
        seed: Math.floor(random() * 2 ** 31),
        share: 0.1 + 0.2 * random(),
      });
      const replay = await storeBulkReplay(service.table, organizationId, {}, service.nowMs() + 1);
      await commit(service.table, [], { messages: [bulkReplayMessage(replay)] });
      const faultsEndAtMs = performance.now() + faultyMs;
      while (performance.now() < faultsEndAtMs || (await service.faults()) < faultsMin * (round + 1)) {
        if (events.length < 40 * (round + 1)) events.push(await storeEvent(service, organizationId));
        await sleep(20 + 50 * random());
      }
      faults = await service.setPlan({ kind: "none" });
    }

    const counts = await expectNothingLost(
      service.table,
      { webhooks, events, arrivals },
      { withinMs: 90_000 },
    );
    expect(crashesIn(setup.stateDirectory)).toEqual([]);
    console.log(
      `random faults: ${faults} faults, ${events.length} events, ${counts.deliveries} deliveries, ${counts.deadLetters} dead letters, ${arrivals.length} requests, ${counts.repeats} repeated`,
    );
  },
  180_000 * rounds,
);

it("an outbox item that the relay fails to dispatch because SQS calls fail is dispatched by the sweep", async () => {
  const setup = await openFaultSetup();
  onTestFinished(setup.close);
  const service = await setup.start(speed);
  const { arrivals, urlOf } = setup.receiver;
  const organizationId = await newOrganization(service);
  const webhooks = [await subscribe(service, organizationId, urlOf({ fails: 0 }))];
  await service.setPlan({ kind: "error", action: "SendMessageBatch", containing: organizationId });
  const events = [await storeEvent(service, organizationId)];
  const log = () => readFileSync(join(setup.stateDirectory, "functions.log"), "utf8");
  await vi.waitFor(() => expect(log()).toMatch(/SweepWorker.*could not be dispatched/), {
    timeout: 30_000,
    interval: 100,
  });
  await service.setPlan({ kind: "none" });
  const counts = await expectNothingLost(service.table, { webhooks, events, arrivals }, { withinMs: 30_000 });
  expect(counts).toEqual({ deliveries: 1, deadLetters: 0, repeats: 0 });
}, 80_000);
