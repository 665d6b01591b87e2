import { setTimeout as sleep } from "node:timers/promises";
import { callAws } from "../../../lib/emulator/aws-json.ts";
import { textAt } from "../../../lib/emulator/json.ts";
import { momentMs } from "./precise-now.ts";
import { answersBeforeTurn } from "./responses-before-hang.ts";
import type { Stage } from "./setup.ts";
import type { Subscriber } from "./subscribers.ts";

const storeAtOnce = 8;
/** Within this time an endpoint's first deliveries have come and are noted. */
const provenMs = 4_000;
const handedOutMsMax = 120_000;

/** Gives an endpoint that never answers so many deliveries, and waits until its first attempts hang and all are handed out. */
export async function hang(stage: Stage, deliveries: number): Promise<Subscriber> {
  const hanging = await stage.addEndpoint("hang");
  await storeMany(stage, hanging, deliveries);
  const startedMs = momentMs();
  let isReached = false;
  // More than once: between the table and the queue an event is in neither's count.
  for (let emptySeen = 0; !isReached || emptySeen < 3; await sleep(300)) {
    // What else comes now is late: earlier phases have waited for all of theirs.
    isReached ||= (await stage.take()).some(({ endpoint }) => endpoint === hanging.endpoints[0]?.number);
    emptySeen = (await eventsWaiting(stage)) === 0 ? emptySeen + 1 : 0;
    if (momentMs() - startedMs > handedOutMsMax)
      throw new Error(
        `the hanging endpoint's deliveries were not handed out within ${handedOutMsMax / 1000} s.`,
      );
  }
  return hanging;
}

/** An endpoint that has proved quick, and then answers on ("answer") or answers no more ("turn"). */
export async function prepareQuick(stage: Stage, kind: "answer" | "turn"): Promise<Subscriber> {
  const subscriber = await stage.addEndpoint(kind);
  await storeMany(stage, subscriber, answersBeforeTurn);
  await sleep(provenMs);
  await stage.take();
  return subscriber;
}

export async function storeMany(stage: Stage, subscriber: Subscriber, deliveries: number): Promise<void> {
  let left = deliveries;
  const storeSome = async () => {
    while (left > 0) {
      left -= 1;
      await stage.store(subscriber);
    }
  };
  await Promise.all(Array.from({ length: storeAtOnce }, storeSome));
}

/** Events that are not made into deliveries yet. */
async function eventsWaiting({ service }: Stage): Promise<number> {
  const { queues, sqs } = service.ready;
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"];
  const depths = Object.entries(queues)
    .filter(([name]) => name.startsWith("Events"))
    .map(async ([, QueueUrl]) => {
      const answer = await callAws(sqs, "AmazonSQS.GetQueueAttributes", { QueueUrl, AttributeNames: names });
      return names.reduce((sum, name) => sum + Number(textAt(answer, "Attributes", name) ?? 0), 0);
    });
  return (await Promise.all(depths)).reduce((sum, depth) => sum + depth, 0);
}
