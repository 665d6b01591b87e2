import { afterAll, expect, it } from "vitest";
import { openClient } from "../support/client/checked-client.ts";
import { document } from "../support/openapi/document.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

it("the service serves docs/openapi.json to everybody, and returns 304 to a request with its ETag", async () => {
  const first = await client.call("GET", "/v1/openapi.json");
  expect(first.json).toEqual(document);
  expect(first.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=60",
  });
  const headers = { "If-None-Match": String(first.headers["etag"]) };
  expect(await client.call("GET", "/v1/openapi.json", { headers })).toMatchObject({ status: 304, text: "" });
});
