import { expect, it } from "vitest";
import { newBrand } from "../../functions/contract/schemas/brand.ts";
import { newPipeline } from "../../functions/contract/schemas/pipeline.ts";
import { newWebhook } from "../../functions/contract/schemas/webhook.ts";
import { type FieldProblem, invalid } from "../../functions/domain/errors.ts";
import { joinProblems, validate } from "../../functions/platform/validate.ts";

function problems(schema: Parameters<typeof validate>[0], value: unknown): readonly FieldProblem[] {
  return validate(schema, value).problems;
}

const brand = (settings: object) => ({ name: "A", timezone: "UTC", settings });

it("validation names every invalid field of a body", () => {
  expect(
    problems(newBrand, {
      timezone: "Mars/Base",
      settings: { postingSlots: [{ weekday: "monday", time: "9" }] },
    }),
  ).toEqual([
    { field: "name", reason: "is required" },
    { field: "timezone", reason: "must be an IANA time zone, such as Europe/Zurich" },
    { field: "settings.postingSlots[0].time", reason: "must be a time of day as HH:MM" },
  ]);
  expect(
    problems(newWebhook, { url: "http://example.com", events: ["post.published", "nope"] }),
  ).toMatchObject([{ field: "url", reason: "must be an https URL" }, { field: "events[1]" }]);
});

it("validation returns every problem, and the error message names the first ten", () => {
  const utm = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, "x"]));
  const body = brand({ utm });
  const found = problems(newBrand, body);
  expect(found).toHaveLength(25);
  expect(invalid(found).message).toMatch(/see settings\.utm\.k0, .*, settings\.utm\.k9 and 15 more\.$/);
});

it("validation states the required type, length, range or number of items in words", () => {
  expect(problems(newBrand, [])).toEqual([{ field: "body", reason: "must be an object" }]);
  expect(problems(newBrand, null)).toEqual([{ field: "body", reason: "must be an object" }]);
  expect(problems(newBrand, { name: 7, timezone: "UTC" })).toEqual([
    { field: "name", reason: "must be a string" },
  ]);
  expect(problems(newBrand, { name: "x".repeat(121), timezone: "UTC" })).toEqual([
    { field: "name", reason: "must be at most 120 characters" },
  ]);
  expect(problems(newBrand, { name: "bell\u0007", timezone: "UTC" })).toEqual([
    { field: "name", reason: "must not contain control characters" },
  ]);
  expect(problems(newBrand, { name: [], timezone: "UTC" })).toEqual([
    { field: "name", reason: "must be a string" },
  ]);
  const pipeline = { name: "News", channels: ["feed"], sources: [], postsPerRun: 1.5 };
  expect(problems(newPipeline, pipeline)).toEqual([
    { field: "sources", reason: "must be at least 1 item" },
    { field: "postsPerRun", reason: "must be an integer" },
  ]);
});

it("problems from outside the schema are reported together with the schema's problems, each field once", () => {
  const moreProblems = [
    { field: "url", reason: "must point to a public address" },
    { field: "events", reason: "twice" },
  ];
  const body = { url: "https://10.0.0.1/", events: [] };
  expect(joinProblems(problems(newWebhook, body), moreProblems)).toEqual([
    { field: "events", reason: "must be at least 1 item" },
    moreProblems[0],
  ]);
});

it("validation reports numbers that the table cannot store, and too many parameters", () => {
  expect(problems(newBrand, brand({ valuePerClick: 1e-200 }))).toHaveLength(1);
  const utm = Object.fromEntries(
    Array.from({ length: 11 }, (_, index) => [`utm_${"abcdefghijk"[index]}`, "x"]),
  );
  expect(problems(newBrand, brand({ utm }))).toEqual([
    { field: "settings.utm", reason: "must be at most 10 parameters" },
  ]);
});

it("validation shows no name that a client has made up and that is more than letters, digits and signs of a path", () => {
  const utm = { "": "x", "<b>": "x", "[object Object]": "x", other: "x" };
  expect(problems(newBrand, brand({ utm }))).toEqual([
    { field: "settings.utm", reason: "has a name that is not valid: it must be named utm_…" },
    { field: "settings.utm.other", reason: "must be named utm_…" },
  ]);
});

it("validation ignores prototype keys and unknown fields", () => {
  const value: unknown = JSON.parse('{"name":"A","timezone":"UTC","__proto__":{"admin":true},"more":1}');
  expect(validate(newBrand, value).value).toEqual({ name: "A", timezone: "UTC", settings: {} });
});
