import { isConditionFailure } from "../aws/dynamodb.ts";
import { dayMs, isoTime, secondMs } from "../domain/time.ts";
import { clicksKey, linkKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** The visitors of an hour are stored until the last measurement of the post. */
const keptDays = 4;

/**
 * How many clicks of an hour count; later ones only redirect. So an hour's item has at most 2 kB, and a counted click
 * costs at most two write units.
 */
export const clicksPerHourMax = 450;

/** 18 bits tell the visitors of an hour apart, and identify nobody. */
const visitorCharacters = 3;

/**
 * The change that sets the target of a post's tracked link, for any channel. The clicks counted before stay. Without a
 * target the link leads nowhere.
 */
export function linkChange(postId: string, target: string | null): Change {
  const common = { kind: "update" as const, key: linkKey(postId), names: { "#target": "target" } };
  if (target === null) return { ...common, update: "REMOVE #target" };
  return {
    ...common,
    update: "SET #target = :target, clicks = if_not_exists(clicks, :none)",
    values: { ":target": target, ":none": 0 },
  };
}

/** Reads the target of a post's link; null when there is no such link. */
export async function readTarget(table: Table, postId: string): Promise<string | null> {
  const link = await readItem<{ target?: string }>(table, linkKey(postId));
  return link?.target ?? null;
}

/** The UTC hour in which a click is counted. */
export function hourOf(epochMs: number): string {
  return isoTime(epochMs).slice(0, 13);
}

/** Counts a click on a link that exists: once for a visitor and hour. One write. */
export async function recordClick(
  table: Table,
  postId: string,
  visitor: Buffer,
  nowMs: number,
): Promise<void> {
  try {
    await table.client.send("UpdateItem", {
      TableName: table.name,
      Key: clicksKey(postId, hourOf(nowMs)),
      UpdateExpression: "SET expiresAt = :expiresAt ADD visitors :visitor",
      ConditionExpression: "attribute_not_exists(visitors) OR size(visitors) < :max",
      ExpressionAttributeValues: {
        ":expiresAt": Math.ceil((nowMs + keptDays * dayMs) / secondMs),
        ":visitor": new Set([visitor.toString("base64url").slice(0, visitorCharacters)]),
        ":max": clicksPerHourMax,
      },
    });
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** Reads how often a post's link was followed; null when the post has no link. One query. */
export async function clicksOf(table: Table, postId: string): Promise<number | null> {
  const items = await readPartition(table, linkKey(postId).pk);
  const link = items.find(({ sk }) => sk === linkKey(postId).sk);
  if (link?.clicks === undefined) return null;
  const hours = items.map(({ visitors }) => (visitors instanceof Set ? visitors.size : 0));
  // An older version counted on the link itself.
  return hours.reduce((sum, count) => sum + count, Number(link.clicks));
}
