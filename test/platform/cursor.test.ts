import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openCursor, sealCursor } from "../../functions/platform/cursor.ts";

const key = randomBytes(32).toString("base64");
const list = ["posts", "asc"];
const sealed = (position: string) => sealCursor(position, list, key) ?? "";

it("a cursor opens to its position, and does not reveal it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (position) => {
      expect(openCursor(sealed(position), list, key)).toBe(position);
    }),
  );
  expect(sealed("pst_01")).not.toContain("pst");
});

it("a cursor is invalid when one of its characters was changed or when it was cut", () => {
  const cursor = sealed("pst_01K000000000000000000000000");
  fc.assert(
    fc.property(
      fc.nat({ max: cursor.length - 1 }),
      fc.constantFrom("A", "b", "-", "!", "é"),
      (index, character) => {
        fc.pre(cursor[index] !== character);
        const tampered = cursor.slice(0, index) + character + cursor.slice(index + 1);
        expect(() => openCursor(tampered, list, key)).toThrow("not valid");
        expect(() => openCursor(cursor.slice(0, index), list, key)).toThrow("not valid");
      },
    ),
  );
});

it("a cursor is valid only for its own list and its own organization", () => {
  const cursor = sealed("pst_01");
  expect(() => openCursor(cursor, ["posts", "desc"], key)).toThrow("not valid");
  expect(() => openCursor(cursor, list, randomBytes(32).toString("base64"))).toThrow("not valid");
});
