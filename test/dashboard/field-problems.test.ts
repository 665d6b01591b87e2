import { expect, it } from "vitest";
import { ApiError, type FieldError } from "../../dashboard/src/api/errors.ts";
import { problemAt } from "../../dashboard/src/views/settings/field-problems.ts";

const rejected = (...fields: FieldError[]) =>
  new ApiError({
    status: 400,
    code: "validation_error",
    message: "Invalid.",
    fields,
    requestId: null,
    retryAfterSeconds: null,
  });

it("a field shows why the API rejected it, and another field shows nothing", () => {
  const error = rejected({ field: "name", reason: "must not be blank" });
  expect(problemAt(error, "name")).toBe("must not be blank");
  expect(problemAt(error, "settings.name")).toBeUndefined();
  expect(problemAt(rejected({ field: "names", reason: "x" }), "name")).toBeUndefined();
});

it("an entry of a list is named by its position, and a parameter by its name", () => {
  const error = rejected(
    { field: "settings.hashtags[2]", reason: "must be letters" },
    { field: "settings.utm.utm_source", reason: "must not be blank" },
    { field: "settings.quietHours[0].start", reason: "must be a time" },
  );
  expect(problemAt(error, "settings.hashtags")).toBe("Entry 3: must be letters");
  expect(problemAt(error, "settings.utm")).toBe("utm_source: must not be blank");
  expect(problemAt(error, "settings.quietHours")).toBe("Entry 1: must be a time");
});

it("an error without fields belongs to no field", () => {
  expect(problemAt(rejected(), "name")).toBeUndefined();
  expect(problemAt(new Error("lost"), "name")).toBeUndefined();
});
