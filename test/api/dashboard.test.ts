import { afterAll, expect, it } from "vitest";
import { errorFaults } from "../support/api/responses.ts";
import { openHttpClient } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openHttpClient(provided("service"));
afterAll(() => client.close());

it.each(["/", "/sign-in", "/review", "/app", "/app/posts/pst_1?week=1"])(
  "%s is the dashboard's page, which runs no code but its own",
  async (path) => {
    const { status, headers, text } = await client.call("GET", path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      // The local runtime's own value: localhost has other programs.
      "strict-transport-security": "max-age=0",
    });
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
    expect(text).toContain('<div id="root">');
  },
);

it("every asset that the page names is served, to be cached for a year", async () => {
  const { text } = await client.call("GET", "/");
  const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(assets.length).toBeGreaterThan(1);
  for (const path of assets) {
    const { status, headers } = await client.call("GET", path, { headers: { "Accept-Encoding": "br" } });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const unchanged = await client.call("GET", path, { headers: { "If-None-Match": String(headers.etag) } });
    expect(unchanged.status).toBe(304);
  }
});

it("a browser that has the page gets 304", async () => {
  const { headers } = await client.call("GET", "/");
  const again = await client.call("GET", "/app", { headers: { "If-None-Match": String(headers.etag) } });
  expect(again).toMatchObject({ status: 304, text: "" });
});

it.each([
  ["GET", "/nope"],
  ["GET", "/index.html"],
  ["GET", "/application"],
  ["GET", "/v1/nope"],
  ["POST", "/"],
  ["OPTIONS", "/sign-in"],
  ["DELETE", "/review"],
  ["PUT", "/app/x"],
  ["POST", "/assets/index.js"],
])("%s %s is the contract's 404", async (method, path) => {
  const body = method === "POST" || method === "PUT" ? { name: "a" } : undefined;
  expect(errorFaults(await client.call(method, path, { body }), 404)).toEqual([]);
});

it("a missing asset is a 404 that says nothing but the requested name", async () => {
  const { status, headers, text } = await client.call("GET", "/assets/missing-1a2b3c4d.js");
  expect(status).toBe(404);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(text.replace(/<RequestId>.*<\/RequestId>/, "")).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>assets/missing-1a2b3c4d.js</Key></Error>',
  );
});
