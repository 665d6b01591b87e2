import fc from "fast-check";
import { expect, it } from "vitest";
import {
  changedKeys,
  conflictingKeys,
  type Edits,
  editsAfterSaving,
  keptEdit,
  shownForm,
  withEdit,
  withoutEdit,
} from "../../dashboard/src/views/settings/edits.ts";

interface Form {
  name: string;
  voice: string;
  tags: string[];
}

const keys = ["name", "voice", "tags"] as const;
const none: Edits<Form> = { values: {}, bases: {} };
const stored: Form = { name: "Acme", voice: "", tags: ["a"] };

it("a field that nobody edited shows the newest data, and an edited one keeps what was typed", () => {
  const edits = withEdit(none, stored, "voice", "short");
  expect(shownForm({ ...stored, name: "Acme 2", voice: "long" }, edits)).toEqual({
    name: "Acme 2",
    voice: "short",
    tags: ["a"],
  });
});

it("only the fields that differ from the newest data count as changed", () => {
  const edits = withEdit(withEdit(none, stored, "voice", "short"), stored, "tags", ["b"]);
  expect(changedKeys(stored, edits, keys)).toEqual(["voice", "tags"]);
  expect(changedKeys({ ...stored, voice: "short" }, edits, keys)).toEqual(["tags"]);
  expect(changedKeys(stored, edits, ["name"])).toEqual([]);
});

it("a field that is typed back to its stored value is not changed", () => {
  const edits = withEdit(withEdit(none, stored, "tags", ["b"]), stored, "tags", ["a"]);
  expect(edits).toEqual(none);
});

it("a field that two people changed to different values is a conflict, until one value is chosen", () => {
  const edits = withEdit(none, stored, "voice", "mine");
  const now = { ...stored, voice: "theirs" };
  expect(conflictingKeys(stored, edits, keys)).toEqual([]);
  expect(conflictingKeys(now, edits, keys)).toEqual(["voice"]);
  expect(conflictingKeys(now, withEdit(edits, now, "voice", "mine too"), keys)).toEqual(["voice"]);
  const kept = keptEdit(edits, now, "voice");
  expect(conflictingKeys(now, kept, keys)).toEqual([]);
  expect(shownForm(now, kept).voice).toBe("mine");
  expect(shownForm(now, withoutEdit(edits, "voice")).voice).toBe("theirs");
});

it("two people who made the same change have no conflict", () => {
  const edits = withEdit(none, stored, "voice", "same");
  expect(conflictingKeys({ ...stored, voice: "same" }, edits, keys)).toEqual([]);
});

it("what was typed while a form was being saved stays an unsaved change", () => {
  const sent = withEdit(withEdit(none, stored, "name", "Acme 2"), stored, "voice", "short");
  const saved = shownForm(stored, sent);
  const typedMore = withEdit(sent, stored, "voice", "shorter");
  const rest = editsAfterSaving(typedMore, saved, keys);
  expect(changedKeys(saved, rest, keys)).toEqual(["voice"]);
  expect(shownForm(saved, rest)).toEqual({ ...saved, voice: "shorter" });
});

it("the shown form is always the newest data with the edited fields, whatever was typed", () => {
  const typed = fc.array(fc.tuple(fc.constantFrom("name", "voice"), fc.string()));
  fc.assert(
    fc.property(typed, fc.string(), (steps, newName) => {
      let edits = none;
      for (const [key, value] of steps)
        edits = withEdit(edits, stored, key === "name" ? "name" : "voice", value);
      const now = { ...stored, name: newName };
      const shown = shownForm(now, edits);
      for (const key of keys) {
        if (changedKeys(now, edits, [key]).length === 0) expect(shown[key]).toEqual(now[key]);
        else expect(shown[key]).not.toEqual(now[key]);
      }
    }),
  );
});
