import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { info } from "../../lib/openapi/info.ts";
import { document, operations } from "../support/openapi/document.ts";

const rows = new Map<string, Route>(Object.entries(routes));
const every = operations().map(({ operation }) => ({
  operation,
  access: rows.get(operation.operationId)?.access,
}));

const sentences = {
  public: "No key is needed.",
  read: "Needs a key of any role.",
  write: "Needs a key of role `write` or `admin`.",
  admin: "Needs a key of role `admin`.",
};

describe("the document says of every operation", () => {
  it.each(every.map((one) => [one.operation.operationId, one] as const))(
    "what role %s needs: for programs and for people",
    (_, { operation, access = "public" }) => {
      expect(operation.security).toEqual(access === "public" ? [] : [{ apiKey: [access] }]);
      expect(operation.description.endsWith(` ${sentences[access]}`)).toBe(true);
    },
  );
});

it("what is said of read keys holds: they may GET all but the list of API keys", () => {
  const exceptions = [...rows.values()].filter(
    ({ method, access }) => method === "GET" && access === "admin",
  );
  expect(exceptions.map(({ path }) => path)).toEqual(["/v1/api-keys"]);
  expect(info.description).toContain("`read` keys may GET all but the list of API keys");
  expect(JSON.stringify(document.components.schemas["NewApiKey"])).toContain(
    "`read`: every GET but the list of API keys.",
  );
});
