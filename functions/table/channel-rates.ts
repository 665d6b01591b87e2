import type { Post } from "../domain/post.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { channelRateKey } from "./keys.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/** The rate limit of a brand's posts on a channel. The first post stores it. */
interface ChannelRate {
  /** When the next post can be published, in epoch milliseconds. */
  freeAtMs: number;
  /** Set when the channel asked to wait: no slot before this time may be used, also if it is reserved. */
  heldUntilMs?: number;
}

type RateScope = Pick<Post, "organizationId" | "brandId" | "channel">;

/** Longer than any post waits for its slot. */
const keptMs = 7 * dayMs;

const keyOf = ({ organizationId, brandId, channel }: RateScope) =>
  channelRateKey(organizationId, brandId, channel);

/**
 * Reserves the next free slot of a brand on a channel, with one to three writes. Slots are given in the order in which
 * they are asked for, each `spacingMs` after the one before it, and none later than necessary.
 * @returns when the post can be published: `nowMs` if the brand's last slot is long enough ago
 */
export async function reserveSlot(
  table: Table,
  scope: RateScope,
  { spacingMs, nowMs }: { spacingMs: number; nowMs: number },
): Promise<number> {
  const expiresAt = Math.ceil((nowMs + keptMs) / secondMs);
  for (;;) {
    const isFree = await updateItem(table, keyOf(scope), {
      update: "SET freeAtMs = :next, expiresAt = :expiresAt",
      condition: "attribute_not_exists(freeAtMs) OR freeAtMs <= :now",
      values: { ":next": nowMs + spacingMs, ":now": nowMs, ":expiresAt": expiresAt },
    });
    if (isFree.written) return nowMs;
    const queued = await updateItem(table, keyOf(scope), {
      update: "SET freeAtMs = freeAtMs + :spacing, expiresAt = :expiresAt",
      condition: "freeAtMs > :now",
      values: { ":spacing": spacingMs, ":now": nowMs, ":expiresAt": expiresAt },
    });
    if (queued.written) return trusted<ChannelRate>(queued.item).freeAtMs - spacingMs;
    // The item has expired between the two writes: the first one succeeds now.
  }
}

/**
 * Lets no post of a brand be published on a channel before a time, because the channel asked to wait. One or two writes.
 * A post with an earlier slot finds that slots are held, and reserves another one.
 */
export async function holdSlots(table: Table, scope: RateScope, untilMs: number): Promise<void> {
  const values = { ":until": untilMs, ":expiresAt": Math.ceil((untilMs + keptMs) / secondMs) };
  const held = await updateItem(table, keyOf(scope), {
    update: "SET freeAtMs = :until, heldUntilMs = :until, expiresAt = :expiresAt",
    condition: "attribute_not_exists(freeAtMs) OR freeAtMs < :until",
    values,
  });
  if (held.written) return;
  await updateItem(table, keyOf(scope), {
    update: "SET heldUntilMs = :until, expiresAt = :expiresAt",
    condition: "attribute_not_exists(heldUntilMs) OR heldUntilMs < :until",
    values,
  });
}

/** Whether reserved slots of a brand on a channel may not be used now. */
export async function areSlotsHeld(table: Table, scope: RateScope, nowMs: number): Promise<boolean> {
  const rate = await readItem<ChannelRate>(table, keyOf(scope));
  return (rate?.heldUntilMs ?? 0) > nowMs;
}
