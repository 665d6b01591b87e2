import { setTimeout as sleep } from "node:timers/promises";
import { callAws } from "../../../lib/emulator/aws-json.ts";
import { textAt } from "../../../lib/emulator/json.ts";
import { preciseNowMs } from "./precise-now.ts";
import { responsesBeforeStop } from "./responses-before-stop.ts";
import type { BenchSetup } from "./setup.ts";
import type { Subscriber } from "./subscribers.ts";

const storeAtOnce = 8;
/** An endpoint's first deliveries are received, and its pace is recorded, within this time. */
const paceRecordedMs = 4_000;
const fanOutMsMax = 120_000;

/**
 * Stores deliveries for an endpoint that never responds, and waits until its first attempts hang and all events are
 * fanned out.
 */
export async function fillHangingEndpoint(setup: BenchSetup, deliveries: number): Promise<Subscriber> {
  const hanging = await setup.addEndpoint("hang");
  await storeMany(setup, hanging, deliveries);
  const startedMs = preciseNowMs();
  let isReached = false;
  // The queue must be empty three times: an event between the table and the queue is counted in neither.
  for (let emptySeen = 0; !isReached || emptySeen < 3; await sleep(300)) {
    // Other deliveries received now are late ones: earlier phases have waited for theirs.
    isReached ||= (await setup.take()).some(({ endpoint }) => endpoint === hanging.endpoints[0]?.number);
    emptySeen = (await eventsWaiting(setup)) === 0 ? emptySeen + 1 : 0;
    if (preciseNowMs() - startedMs > fanOutMsMax)
      throw new Error(
        `the hanging endpoint's deliveries were not fanned out within ${fanOutMsMax / 1000} s.`,
      );
  }
  return hanging;
}

/** Adds an endpoint that responded quickly so far. It continues to respond ("respond") or stops responding ("stop"). */
export async function prepareQuick(setup: BenchSetup, kind: "respond" | "stop"): Promise<Subscriber> {
  const subscriber = await setup.addEndpoint(kind);
  await storeMany(setup, subscriber, responsesBeforeStop);
  await sleep(paceRecordedMs);
  await setup.take();
  return subscriber;
}

/** Stores events of one subscriber, eight at a time. */
export async function storeMany(
  setup: BenchSetup,
  subscriber: Subscriber,
  deliveries: number,
): Promise<void> {
  let left = deliveries;
  const storeSome = async () => {
    while (left > 0) {
      left -= 1;
      await setup.store(subscriber);
    }
  };
  await Promise.all(Array.from({ length: storeAtOnce }, storeSome));
}

/** Returns the number of events that are not fanned out yet. */
async function eventsWaiting({ service }: BenchSetup): Promise<number> {
  const { queues, sqs, accessKey } = service.ready;
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"];
  const depths = Object.entries(queues)
    .filter(([name]) => name.startsWith("Events"))
    .map(async ([, QueueUrl]) => {
      const request = { QueueUrl, AttributeNames: names };
      const result = await callAws(sqs, "AmazonSQS.GetQueueAttributes", request, { accessKey });
      return names.reduce((sum, name) => sum + Number(textAt(result, "Attributes", name) ?? 0), 0);
    });
  return (await Promise.all(depths)).reduce((sum, depth) => sum + depth, 0);
}
