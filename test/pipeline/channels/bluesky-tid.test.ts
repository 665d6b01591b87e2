import { expect, it } from "vitest";
import { tidOf } from "../../../functions/pipeline/channels/bluesky/tid.ts";
import { newId } from "../../support/table/entities.ts";

const createdAt = "2026-11-21T12:00:00.123Z";
const alphabet = "234567abcdefghijklmnopqrstuvwxyz";

it("a post has one record key, which names the second in which the post was created", () => {
  const post = { id: newId("pst"), createdAt };
  const tid = tidOf(post);
  expect(tidOf({ ...post })).toBe(tid);
  expect(tid).toMatch(/^[234567abcdefghij][234567a-z]{12}$/);
  const value = Array.from(tid).reduce(
    (sum, character) => sum * 32n + BigInt(alphabet.indexOf(character)),
    0n,
  );
  expect(new Date(Number((value >> 10n) / 1_000n)).toISOString().slice(0, 19)).toBe(createdAt.slice(0, 19));
});

it("the record keys of 1,000 posts of one millisecond differ, and those of a later second sort after them", () => {
  const tids = Array.from({ length: 1_000 }, () => tidOf({ id: newId("pst"), createdAt }));
  expect(new Set(tids).size).toBe(1_000);
  const later = tidOf({ id: newId("pst"), createdAt: "2026-11-21T12:00:01.000Z" });
  expect(tids.every((tid) => tid < later)).toBe(true);
});
