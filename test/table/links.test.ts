import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { secondMs } from "../../functions/domain/time.ts";
import { clicksKey, linkKey } from "../../functions/table/keys.ts";
import { clicksOf, clicksPerHourMax, hourOf, linkChange, recordClick } from "../../functions/table/links.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { itemBytes } from "../support/table/item-bytes.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const hourMs = 3_600_000;

async function aLink(): Promise<string> {
  const postId = newId("pst");
  await commit(table, [linkChange(postId, "https://example.com/")]);
  return postId;
}

it("a visitor counts once an hour, and again in another hour", async () => {
  const postId = await aLink();
  const [one, other] = [randomBytes(32), randomBytes(32)];
  for (const visitor of [one, other, one, one]) await recordClick(table, postId, visitor, testTimeMs);
  expect(await clicksOf(table, postId)).toBe(2);
  await recordClick(table, postId, one, testTimeMs + hourMs);
  expect(await clicksOf(table, postId)).toBe(3);
});

it("clicks that an older version counted on the link itself stay", async () => {
  const postId = await aLink();
  await commit(table, [
    { kind: "update", key: linkKey(postId), update: "SET clicks = :clicks", values: { ":clicks": 7 } },
  ]);
  await recordClick(table, postId, randomBytes(32), testTimeMs);
  expect(await clicksOf(table, postId)).toBe(8);
});

it("an hour of a link counts 450 visitors in one item of at most 2 kB, which expires after four days", async () => {
  const postId = await aLink();
  const visitors = Array.from({ length: clicksPerHourMax + 100 }, () => randomBytes(32));
  for (let start = 0; start < visitors.length; start += 50)
    await Promise.all(
      visitors.slice(start, start + 50).map((visitor) => recordClick(table, postId, visitor, testTimeMs)),
    );
  expect(await clicksOf(table, postId)).toBe(clicksPerHourMax);
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": clicksKey(postId, "").pk },
  });
  expect(Items).toHaveLength(2);
  const hour = Items.find(({ sk }) => sk === clicksKey(postId, hourOf(testTimeMs)).sk);
  const seen = hour?.["visitors"];
  // A list takes a byte for each member more than a set.
  const size = itemBytes({ ...hour, visitors: seen instanceof Set ? [...seen] : null });
  expect(size).toBeGreaterThan(clicksPerHourMax * 3);
  expect(size).toBeLessThan(2_048);
  expect(Number(hour?.["expiresAt"])).toBe(Math.ceil(testTimeMs / secondMs) + 4 * 86_400);
});
