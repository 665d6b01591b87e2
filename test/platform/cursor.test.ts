import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCursor, sealCursor } from "../../functions/platform/cursor.ts";

const key = randomBytes(32).toString("base64");
const list = ["posts", "asc"];
const sealed = (position: string) => sealCursor(position, list, key) ?? "";

describe("a cursor", () => {
  it("leads back to its position, and shows nothing of it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (position) => {
        expect(openCursor(sealed(position), list, key)).toBe(position);
      }),
    );
    expect(sealed("pst_01")).not.toContain("pst");
  });

  it("is refused when a character of it was changed or it was cut", () => {
    const cursor = sealed("pst_01K000000000000000000000000");
    fc.assert(
      fc.property(
        fc.nat({ max: cursor.length - 1 }),
        fc.constantFrom("A", "b", "-", "!", "é"),
        (place, character) => {
          fc.pre(cursor[place] !== character);
          const tampered = cursor.slice(0, place) + character + cursor.slice(place + 1);
          expect(() => openCursor(tampered, list, key)).toThrow("not valid");
          expect(() => openCursor(cursor.slice(0, place), list, key)).toThrow("not valid");
        },
      ),
    );
  });

  it("works only with its own list and its own organization", () => {
    const cursor = sealed("pst_01");
    expect(() => openCursor(cursor, ["posts", "desc"], key)).toThrow("not valid");
    expect(() => openCursor(cursor, list, randomBytes(32).toString("base64"))).toThrow("not valid");
  });
});
