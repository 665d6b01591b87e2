import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";

const source = readFileSync(new URL("../../lib/edge/viewer-request.js", import.meta.url), "utf8");
const sandbox = createContext({});
runInContext(source, sandbox);

/** Runs the function on an event of CloudFront's form. Returns its result as plain JSON. */
function run(protocol: "http" | "https", uri: string, query?: string): unknown {
  const event = {
    version: "1.0",
    context: { eventType: "viewer-request", requestId: "request-1" },
    viewer: { ip: "203.0.113.7" },
    request: {
      method: "POST",
      uri,
      querystring: {},
      cookies: {},
      headers: {
        host: { value: "api.example.com" },
        "cloudfront-forwarded-proto": { value: protocol },
        "x-forwarded-host": { value: "evil.example" },
        "x-viewer-address": { value: "198.51.100.9" },
      },
      rawQueryString: () => query,
    },
  };
  return JSON.parse(JSON.stringify(runInContext("handler", sandbox)(event)));
}

describe("the viewer-request function", () => {
  it.each([
    ["/v1/brands", undefined, "https://api.example.com/v1/brands"],
    ["/v1/brands", "", "https://api.example.com/v1/brands?"],
    [
      "/v1/posts",
      "status=draft&status=pending&q=a%20b+c",
      "https://api.example.com/v1/posts?status=draft&status=pending&q=a%20b+c",
    ],
    ["/v1/br%C3%A4nds/%2F", undefined, "https://api.example.com/v1/br%C3%A4nds/%2F"],
  ])(
    "the viewer-request function redirects plain HTTP for %s?%s with 301 to the same URL over https",
    (uri, query, location) => {
      expect(run("http", uri, query)).toMatchObject({
        statusCode: 301,
        headers: { location: { value: location }, "x-request-id": { value: "request-1" } },
      });
    },
  );

  it("the viewer-request function passes https on, with the viewer's host and address in place of those that the viewer sent", () => {
    expect(run("https", "/v1/brands", "limit=1")).toMatchObject({
      uri: "/v1/brands",
      headers: {
        "x-forwarded-host": { value: "api.example.com" },
        "x-viewer-address": { value: "203.0.113.7" },
      },
    });
  });
});
