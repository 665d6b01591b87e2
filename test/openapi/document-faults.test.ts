import { describe, expect, it } from "vitest";
import { exampleBrand } from "../../lib/openapi/resources/brands.ts";
import { documentFaults } from "../support/openapi/document-faults.ts";

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-request-id": "8f14e45f-ceea-467f-a0e6-b1d6a2c1a5b7",
  "strict-transport-security": "max-age=31536000",
  "ratelimit-limit": "120",
  "ratelimit-remaining": "119",
  "ratelimit-reset": "60",
};

/** The differences between a response to `GET /v1/brands/{id}` and the document. */
function faultsOf(
  json: object | null,
  { status = 200, with: others = {} }: { status?: number; with?: object } = {},
) {
  const text = json === null ? "" : JSON.stringify(json);
  const response = { status, headers: { ...headers, ...others }, text, json: JSON.parse(text || "null") };
  return documentFaults("GET", `/v1/brands/${exampleBrand.id}?x=1`, response).join("\n");
}

it("a response as documented has no faults", () => {
  expect(faultsOf(exampleBrand)).toBe("");
});

describe("faults of a response", () => {
  const { settings, name: _name, ...nameless } = exampleBrand;
  const error = { error: { code: "not_found", message: "No such brand." } };
  const faulty: [string, ReturnType<typeof faultsOf>, string][] = [
    [
      "a status that is not documented",
      faultsOf(error, { status: 403 }),
      "getBrand 403: not in the document",
    ],
    ["a field that is not documented", faultsOf({ ...exampleBrand, owner: "x" }), "owner"],
    [
      "a nested field that is not documented",
      faultsOf({ ...exampleBrand, settings: { ...settings, owner: 1 } }),
      "owner",
    ],
    ["a field that is missing", faultsOf({ ...nameless, settings }), "name"],
    ["an id with another prefix", faultsOf({ ...exampleBrand, id: "pip_1" }), "/id"],
    [
      "a time that does not exist",
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
      "a header with a value that its schema does not allow",
      faultsOf(exampleBrand, { with: { "ratelimit-reset": "61" } }),
      "ratelimit-reset",
    ],
    [
      "a content type that is not documented",
      faultsOf(exampleBrand, { with: { "content-type": "text/html" } }),
      "text/html",
    ],
    ["an error with another body", faultsOf({ message: "Forbidden" }, { status: 404 }), "error"],
  ];
  it.each(faulty)("%s is a fault of the response", (_, faults, named) => {
    expect(faults).toContain(named);
  });
});

it("a response to a request that matches no operation must be the contract's error", () => {
  const error = { error: { code: "not_found", message: "No such resource." } };
  const response = { status: 404, headers, text: JSON.stringify(error), json: error };
  expect(documentFaults("PUT", "/v1/brands", response)).toEqual([]);
  expect(documentFaults("GET", "/v2/brands", { ...response, json: { message: "Not Found" } })).not.toEqual(
    [],
  );
});
