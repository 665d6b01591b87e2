import type { Post } from "../domain/post.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { channelRateKey } from "./keys.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/** The rate limit of a brand's posts on a channel. The first post stores it. */
interface ChannelRate {
  /** The next time that is not reserved, in epoch milliseconds. */
  freeAtMs: number;
  /** Until when the posts that were published take the channel at an even pace, in epoch milliseconds. */
  usedUntilMs: number;
  /** Set when the channel asked to wait: no post is published before this time, also if an earlier time is reserved for it. */
  heldUntilMs?: number;
}

type RateScope = Pick<Post, "organizationId" | "brandId" | "channel">;

/** Longer than any post waits for its reserved time. */
const keptMs = 7 * dayMs;
const expiryAt = (nowMs: number) => Math.ceil((nowMs + keptMs) / secondMs);

const keyOf = ({ organizationId, brandId, channel }: RateScope) =>
  channelRateKey(organizationId, brandId, channel);

/**
 * Reserves the next free time of a brand on a channel, with one to four writes. Times are given in the order in which
 * they are asked for, each `spacingMs` after the one before it, and none later than necessary. A time that is now is taken
 * too, and needs no `takeReservedTime`.
 * @returns when the post can be published: `nowMs` if the brand's last post is long enough ago
 */
export async function reserveTime(
  table: Table,
  scope: RateScope,
  { spacingMs, nowMs }: { spacingMs: number; nowMs: number },
): Promise<number> {
  const expiresAt = expiryAt(nowMs);
  for (;;) {
    const isFree = await updateItem(table, keyOf(scope), {
      update: "SET freeAtMs = :next, usedUntilMs = :next, expiresAt = :expiresAt",
      condition: `${noneReserved} AND ${noneUsed}`,
      values: { ":next": nowMs + spacingMs, ":now": nowMs, ":expiresAt": expiresAt },
    });
    if (isFree.written) return nowMs;
    const queue = (update: string, condition: string) =>
      updateItem(table, keyOf(scope), {
        update: `SET ${update}, expiresAt = :expiresAt`,
        condition,
        values: { ":spacing": spacingMs, ":now": nowMs, ":expiresAt": expiresAt },
      });
    const behindReserved = await queue("freeAtMs = freeAtMs + :spacing", "freeAtMs > :now");
    if (behindReserved.written) return trusted<ChannelRate>(behindReserved.item).freeAtMs - spacingMs;
    const behindUsed = await queue(
      "freeAtMs = usedUntilMs + :spacing",
      `${noneReserved} AND usedUntilMs > :now`,
    );
    if (behindUsed.written) return trusted<ChannelRate>(behindUsed.item).freeAtMs - spacingMs;
    // The item has changed or expired between the writes: one of them succeeds now.
  }
}

const noneReserved = "(attribute_not_exists(freeAtMs) OR freeAtMs <= :now)";
const noneUsed = "(attribute_not_exists(usedUntilMs) OR usedUntilMs <= :now)";
const notHeld = "(attribute_not_exists(heldUntilMs) OR heldUntilMs <= :now)";

/**
 * Takes a reserved time that has come, with one or two writes. Late posts may come together: then one post more than the
 * even pace allows is published, and the others must reserve another time.
 * @returns false when the post must reserve another time, because others were published just now or the channel is held
 */
export async function takeReservedTime(
  table: Table,
  scope: RateScope,
  { spacingMs, nowMs }: { spacingMs: number; nowMs: number },
): Promise<boolean> {
  const expiresAt = expiryAt(nowMs);
  const inTime = await updateItem(table, keyOf(scope), {
    update: "SET usedUntilMs = :next, expiresAt = :expiresAt",
    condition: `${notHeld} AND ${noneUsed}`,
    values: { ":next": nowMs + spacingMs, ":now": nowMs, ":expiresAt": expiresAt },
  });
  if (inTime.written) return true;
  const early = await updateItem(table, keyOf(scope), {
    update: "SET usedUntilMs = usedUntilMs + :spacing, expiresAt = :expiresAt",
    condition: `${notHeld} AND usedUntilMs <= :latest`,
    values: {
      ":spacing": spacingMs,
      ":latest": nowMs + spacingMs,
      ":now": nowMs,
      ":expiresAt": expiresAt,
    },
  });
  return early.written;
}

/**
 * Lets no post of a brand be published on a channel before a time, because the channel asked to wait. One or two writes.
 * A post with an earlier reserved time finds that reservations are held, and reserves another time.
 */
export async function holdReservations(table: Table, scope: RateScope, untilMs: number): Promise<void> {
  const values = { ":until": untilMs, ":expiresAt": expiryAt(untilMs) };
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
