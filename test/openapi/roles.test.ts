import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { info } from "../../lib/openapi/info.ts";
import { document, operations } from "../support/openapi/document.ts";

const rows = new Map<string, Route>(Object.entries(routes));
const every = operations().map(({ operation }) => ({
  operation,
  access: rows.get(operation.operationId)?.access,
  reviewers: rows.get(operation.operationId)?.reviewers,
}));

const sentences = {
  public: "Requires no API key.",
  read: "Requires an API key of any role.",
  write: "Requires an API key with role `write` or `admin`.",
  admin: "Requires an API key with role `admin`.",
};

describe("the documented role of every operation", () => {
  it.each(every.map((one) => [one.operation.operationId, one] as const))(
    "the document states the role that %s requires, for programs and for people",
    (name, { operation, access = "public", reviewers }) => {
      // A session cannot open another one.
      const byCookie = name === "createSession" ? [] : [{ session: [access] }];
      const byLink = reviewers === undefined ? [] : [{ reviewLink: [] }];
      expect(operation.security).toEqual(
        access === "public" ? [] : [{ apiKey: [access] }, ...byCookie, ...byLink],
      );
      expect(operation.description.includes("may call it too")).toBe(reviewers !== undefined);
      expect(operation.description.endsWith(` ${sentences[access]}`)).toBe(true);
    },
  );
});

it("read keys may call every GET except the list of API keys, as the document states", () => {
  const exceptions = [...rows.values()].filter(
    ({ method, access }) => method === "GET" && access === "admin",
  );
  expect(exceptions.map(({ path }) => path)).toEqual(["/v1/api-keys"]);
  expect(info.description).toContain("`read` keys may call every GET except the list of API keys");
  expect(JSON.stringify(document.components.schemas["NewApiKey"])).toContain(
    "`read`: every GET except the list of API keys.",
  );
});
