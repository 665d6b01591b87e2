import type { Brand } from "../domain/brand.ts";
import type { Connection } from "../domain/connection.ts";
import type { Delivery } from "../domain/delivery.ts";
import { isSameTick, type OutgoingMessage } from "../domain/message.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { awaitsPublication, type Post } from "../domain/post.ts";
import { awaitsReminder } from "../domain/post-reminder.ts";
import { trusted } from "../domain/trusted.ts";
import { brandKey, connectionKey, deliveryKey, type Key, pipelineKey, postKey } from "./keys.ts";
import type { Item } from "./store/change.ts";
import { readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** The item that a message is about, and whether it waits for the message. */
interface Subject {
  key: Key;
  awaits: (item: Item) => boolean;
}

/**
 * Returns the messages that the table still waits for: their workers would act on them. The others are stale, because
 * their item was changed, deleted or handled since. One consistent batch read for 100 messages.
 */
export async function awaitedAmong(
  table: Table,
  messages: readonly OutgoingMessage[],
): Promise<Set<OutgoingMessage>> {
  const subjects = new Map(messages.map((message) => [message, subjectOf(message)]));
  const keys = new Map<string, Key>();
  for (const subject of subjects.values()) if (subject !== null) keys.set(nameOf(subject.key), subject.key);
  const found = new Map(
    (await readItems(table, [...keys.values()], { consistent: true })).map((item) => [nameOf(item), item]),
  );
  return new Set(
    messages.filter((message) => {
      const subject = subjects.get(message) ?? null;
      if (subject === null) return true;
      const item = found.get(nameOf(subject.key));
      return item !== undefined && subject.awaits(item);
    }),
  );
}

/** Returns null for a message that nothing replaces: it is always awaited. */
function subjectOf({ body }: OutgoingMessage): Subject | null {
  switch (body.kind) {
    case "schedule.tick":
      return {
        key: pipelineKey(body.organizationId, body.pipelineId),
        awaits: (item) => isSameTick(trusted<Pipeline>(item).nextTick, body.tick),
      };
    case "post.publish":
      return {
        key: postKey(body.organizationId, body.postId),
        awaits: (item) => awaitsPublication(trusted<Post>(item), body),
      };
    case "post.remind":
      return {
        key: postKey(body.organizationId, body.postId),
        awaits: (item) => awaitsReminder(trusted<Post>(item), body),
      };
    case "digest.compute":
      return {
        key: brandKey(body.organizationId, body.brandId),
        awaits(item) {
          const { nextDigest, timezone } = trusted<Brand>(item);
          return nextDigest?.week === body.week && timezone === body.timezone;
        },
      };
    case "channel.check":
      return {
        key: connectionKey(body),
        awaits: (item) => trusted<Connection>(item).nextCheckAt === body.at,
      };
    case "delivery.attempt":
      return {
        key: deliveryKey({ ...body, id: body.deliveryId }),
        awaits(item) {
          const { cycle, nextAttempt } = trusted<Delivery>(item);
          return cycle === body.cycle && nextAttempt === body.attempt;
        },
      };
    case "digest.refresh":
    case "post.measure":
    case "run.execute":
    case "schedules.restart":
    case "webhook.remove":
    case "feed.remove":
    case "post.remove":
    case "event.fan-out":
    case "delivery.begin":
    case "delivery.dead-letter":
    case "dead-letters.replay":
      return null;
  }
}

const nameOf = ({ pk, sk }: Item | Key) => `${String(pk)}|${String(sk)}`;
