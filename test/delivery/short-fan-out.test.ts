import { beforeEach, expect, it } from "vitest";
import type { FanOut } from "../../functions/delivery/fan-out.ts";
import { openShortFanOut } from "../../functions/delivery/short-fan-out.ts";
import { beginMessage } from "../../functions/domain/delivery.ts";
import { eventMessage, testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs, secondMs } from "../../functions/domain/time.ts";
import { fanOutEffects } from "../../functions/platform/fan-out-effects.ts";
import { aStart, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

type EventMessage = Extract<OutgoingMessage, { queue: "events" }>;

/** The subscriptions of each organization. */
const subscriptions = new Map<string, ReturnType<typeof aWebhook>[]>();
/** The organizations of the events whose subscriptions were read. */
let read: string[];
let nowMs: number;
/** The body of every delivery. */
let body: string;
let shortFanOut: ReturnType<typeof openShortFanOut>;

const fanOut: FanOut = {
  recipientsOf({ organizationId }) {
    read.push(organizationId);
    return Promise.resolve(subscriptions.get(organizationId) ?? []);
  },
  messageTo: (webhook, event) =>
    Promise.resolve(
      beginMessage({ ...aStart(webhook), id: `${event.id} ${webhook.id}`, eventId: event.id, body }, webhook),
    ),
};

beforeEach(() => {
  read = [];
  nowMs = testTimeMs;
  body = "{}";
  const table = tableAt({ endpoint: "http://127.0.0.1:1", tableName: "none" });
  const secrets = { open: () => Promise.reject(new Error("no subscription has a secret")) };
  shortFanOut = openShortFanOut(fanOutEffects({ table, nowMs: () => nowMs }, secrets), fanOut);
});

/** An event of a new organization that has so many subscriptions. */
function anEvent(recipients: number, changes: Partial<EventMessage["body"]> = {}): EventMessage {
  const organizationId = newId("org");
  subscriptions.set(
    organizationId,
    Array.from({ length: recipients }, () => aWebhook(organizationId)),
  );
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  const message = eventMessage(newId("evt"), "post.published", organizationId, data, nowMs);
  if (message.queue !== "events") throw new Error("an event has its own queue");
  return { ...message, body: { ...message.body, ...changes } };
}

/** The ids of the deliveries that are sent in place of a message; null if the message itself is sent. */
async function deliveriesOf(message: OutgoingMessage): Promise<string[] | null> {
  const sent = await shortFanOut(message);
  return sent?.map((one) => (one.body.kind === "delivery.begin" ? one.body.start.id : one.body.kind)) ?? null;
}

const expectedOf = ({ body: { event, organizationId } }: EventMessage) =>
  (subscriptions.get(organizationId) ?? []).map(({ id }) => `${event.id} ${id}`);

it.each([0, 1, 10])(
  "an event with %i subscriptions becomes the messages of its deliveries",
  async (count) => {
    const event = anEvent(count);
    expect(await deliveriesOf(event)).toEqual(expectedOf(event));
  },
);

it("an event with eleven subscriptions goes to its queue, and for a minute those after it go there without a read", async () => {
  const event = anEvent(11);
  expect(await deliveriesOf(event)).toBeNull();
  expect(await deliveriesOf(event)).toBeNull();
  expect(read).toEqual([event.group]);
  // Nothing is known of the other types of the organization.
  const { organizationId } = event.body;
  const ofOtherType = { ...event.body.event, type: "post.failed" as const };
  expect(await deliveriesOf({ ...event, body: { ...event.body, event: ofOtherType } })).toBeNull();
  expect(read).toHaveLength(2);
  nowMs += minuteMs;
  subscriptions.set(organizationId, [aWebhook(organizationId)]);
  expect(await deliveriesOf(event)).toEqual(expectedOf(event));
});

it("an event whose deliveries do not fit into one call of SQS goes to its queue", async () => {
  body = "x".repeat(30_000);
  const [few, many] = [anEvent(8), anEvent(9)];
  expect(await deliveriesOf(few)).toEqual(expectedOf(few));
  expect(await deliveriesOf(many)).toBeNull();
});

it.each<[string, () => OutgoingMessage]>([
  ["an event that is due later", () => ({ ...anEvent(1), notBeforeMs: nowMs + secondMs })],
  [
    "the replay of an event's dead letter, which its worker must resolve",
    () => anEvent(1, { replayOf: newId("dlt") }),
  ],
  [
    "a message that is no event",
    () => {
      const organizationId = newId("org");
      const execute = { kind: "run.execute" as const, organizationId, runId: newId("run") };
      return { queue: "runs", body: execute, notBeforeMs: 0, group: organizationId };
    },
  ],
])("%s goes to its queue, and nothing is read for it", async (_, messageOf) => {
  expect(await deliveriesOf(messageOf())).toBeNull();
  expect(read).toEqual([]);
});

it("a test event becomes the message of its delivery", async () => {
  const organizationId = newId("org");
  const webhook = aWebhook(organizationId);
  subscriptions.set(organizationId, [webhook]);
  const test = testEventMessage(newId("evt"), organizationId, webhook.id, nowMs);
  expect(await deliveriesOf(test)).toHaveLength(1);
});
