import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesBetween,
  hashtagsOf,
  merged,
  type PostValues,
} from "../../dashboard/src/views/posts/post-values.ts";

const base: PostValues = {
  text: "Cold brew comes to trains.",
  link: "https://tidings.example/a",
  hashtags: ["coffee"],
  media: [],
  scheduledAt: "2026-11-23T08:00:00.000Z",
};

const values: fc.Arbitrary<PostValues> = fc.record({
  text: fc.constantFrom("a", "b", "c"),
  link: fc.constantFrom(null, "https://a.example", "https://b.example"),
  hashtags: fc.constantFrom([], ["a"], ["a", "b"]),
  media: fc.constantFrom([], [{ url: "https://a.example/a.png", alt: "A" }]),
  scheduledAt: fc.constantFrom(null, "2026-11-23T08:00:00.000Z", "2026-11-24T08:00:00.000Z"),
});

describe("the request that saves a post", () => {
  it("has only the fields that were changed", () => {
    expect(changesBetween(base, { ...base, text: "New", scheduledAt: null })).toEqual({
      text: "New",
      scheduledAt: null,
    });
    expect(changesBetween(base, { ...base })).toEqual({});
  });
});

describe("two people who change a post at the same time", () => {
  it("both keep their changes to different fields", () => {
    const result = merged(base, { ...base, text: "Mine" }, { ...base, link: null });
    expect(result).toEqual({ values: { ...base, text: "Mine", link: null }, conflicts: [] });
  });

  it("get a conflict for a field that both have changed, and my change stays", () => {
    const result = merged(base, { ...base, text: "Mine" }, { ...base, text: "Theirs" });
    expect(result).toEqual({ values: { ...base, text: "Mine" }, conflicts: ["text"] });
  });

  it("get no conflict if both made the same change", () => {
    const same = { ...base, hashtags: [] };
    expect(merged(base, same, same)).toEqual({ values: same, conflicts: [] });
  });

  it("lose no change, except the other person's in a conflict", () => {
    fc.assert(
      fc.property(values, values, values, (before, mine, theirs) => {
        const result = merged(before, mine, theirs);
        // If only one person changed the post, the result is that person's version.
        expect(merged(before, before, theirs).values).toEqual(theirs);
        expect(merged(before, mine, before).values).toEqual(mine);
        for (const field of ["text", "link", "scheduledAt"] as const) {
          if (mine[field] !== before[field]) expect(result.values[field]).toEqual(mine[field]);
          else expect(result.values[field]).toEqual(theirs[field]);
        }
      }),
    );
  });
});

describe("a line of hashtags", () => {
  it("is split at spaces and commas, without number signs and duplicates", () => {
    expect(hashtagsOf(" #coffee, Zürich  ##trains;coffee ")).toEqual(["coffee", "Zürich", "trains"]);
    expect(hashtagsOf(" ")).toEqual([]);
  });
});
