import { describe, expect, it } from "vitest";
import { exampleBrand } from "../../lib/openapi/resources/brands.ts";
import { documentFaults } from "../support/openapi/document-faults.ts";

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-request-id": "8f14e45f-ceea-467f-a0e6-b1d6a2c1a5b7",
  "ratelimit-limit": "120",
  "ratelimit-remaining": "119",
  "ratelimit-reset": "60",
};

/** Wherein an answer to `GET /v1/brands/{id}` is not what the document says. */
function faultsOf(
  json: object | null,
  { status = 200, with: others = {} }: { status?: number; with?: object } = {},
) {
  const text = json === null ? "" : JSON.stringify(json);
  const answer = { status, headers: { ...headers, ...others }, text, json: JSON.parse(text || "null") };
  return documentFaults("GET", `/v1/brands/${exampleBrand.id}?x=1`, answer).join("\n");
}

it("an answer as it is documented has no faults", () => {
  expect(faultsOf(exampleBrand)).toBe("");
});

describe("these are faults of an answer:", () => {
  const { settings, name: _name, ...nameless } = exampleBrand;
  const error = { error: { code: "not_found", message: "No such brand." } };
  const faulty: [string, ReturnType<typeof faultsOf>, string][] = [
    [
      "a status that is not documented",
      faultsOf(error, { status: 403 }),
      "getBrand 403: not in the document",
    ],
    ["a field that is not documented", faultsOf({ ...exampleBrand, owner: "x" }), "owner"],
    ["one within another", faultsOf({ ...exampleBrand, settings: { ...settings, owner: 1 } }), "owner"],
    ["a field that is missing", faultsOf({ ...nameless, settings }), "name"],
    ["an id of another kind", faultsOf({ ...exampleBrand, id: "pip_1" }), "/id"],
    [
      "a time that is none",
      faultsOf({ ...exampleBrand, createdAt: "2026-02-30T00:00:00.000Z" }),
      "/createdAt",
    ],
    [
      "a time without milliseconds",
      faultsOf({ ...exampleBrand, createdAt: "2026-02-03T00:00:00Z" }),
      "/createdAt",
    ],
    [
      "a value that is not documented",
      faultsOf({ ...exampleBrand, settings: { ...settings, approval: "no" } }),
      "approval",
    ],
    ["a header that is not documented", faultsOf(exampleBrand, { with: { "x-owner": "x" } }), "x-owner"],
    [
      "a header that is missing",
      faultsOf(exampleBrand, { with: { "ratelimit-limit": undefined } }),
      "ratelimit-limit",
    ],
    [
      "a header of another form",
      faultsOf(exampleBrand, { with: { "ratelimit-reset": "61" } }),
      "ratelimit-reset",
    ],
    ["another content type", faultsOf(exampleBrand, { with: { "content-type": "text/html" } }), "text/html"],
    ["an error of another form", faultsOf({ message: "Forbidden" }, { status: 404 }), "error"],
  ];
  it.each(faulty)("%s", (_, faults, named) => {
    expect(faults).toContain(named);
  });
});

it("what is no operation gets the contract's error and no other", () => {
  const error = { error: { code: "not_found", message: "There is nothing here." } };
  const answer = { status: 404, headers, text: JSON.stringify(error), json: error };
  expect(documentFaults("PUT", "/v1/brands", answer)).toEqual([]);
  expect(documentFaults("GET", "/v2/brands", { ...answer, json: { message: "Not Found" } })).not.toEqual([]);
});
