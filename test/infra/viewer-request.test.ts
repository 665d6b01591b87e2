import { createContext, runInContext } from "node:vm";
import { expect, it } from "vitest";
import { errors } from "../../functions/contract/errors.ts";
import { dashboardPaths } from "../../lib/edge/dashboard-paths.ts";
import { edgeFunctionCode } from "../../lib/edge/edge-function.ts";

interface Request {
  method?: string;
  protocol?: "http" | "https";
  uri: string;
  query?: string;
}

/** Runs a function on an event of CloudFront's form. Returns its result as plain JSON. */
function run(
  name: "viewer-request" | "dashboard-request",
  { method = "GET", protocol = "https", uri, query }: Request,
): unknown {
  const sandbox = createContext({});
  runInContext(edgeFunctionCode(name), sandbox);
  const event = {
    version: "1.0",
    context: { eventType: "viewer-request", requestId: "request-1" },
    viewer: { ip: "203.0.113.7" },
    request: {
      method,
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

const plainRequests: [uri: string, query: string | undefined, location: string][] = [
  ["/v1/brands", undefined, "https://api.example.com/v1/brands"],
  ["/v1/brands", "", "https://api.example.com/v1/brands?"],
  [
    "/v1/posts",
    "status=draft&status=pending&q=a%20b+c",
    "https://api.example.com/v1/posts?status=draft&status=pending&q=a%20b+c",
  ],
  ["/v1/br%C3%A4nds/%2F", undefined, "https://api.example.com/v1/br%C3%A4nds/%2F"],
  ["/app/posts", "week=1", "https://api.example.com/app/posts?week=1"],
];

it.each(plainRequests)(
  "both functions redirect plain HTTP for %s?%s with 301 to the same URL over https, whatever the method",
  (uri, query, location) => {
    for (const name of ["viewer-request", "dashboard-request"] as const) {
      for (const method of ["GET", "POST"]) {
        expect(
          run(name, { protocol: "http", method, uri, ...(query !== undefined && { query }) }),
        ).toMatchObject({
          statusCode: 301,
          headers: { location: { value: location }, "x-request-id": { value: "request-1" } },
        });
      }
    }
  },
);

it("the viewer-request function passes https on, with the viewer's host and address in place of those that the viewer sent", () => {
  expect(run("viewer-request", { method: "POST", uri: "/v1/brands", query: "limit=1" })).toMatchObject({
    uri: "/v1/brands",
    headers: {
      "x-forwarded-host": { value: "api.example.com" },
      "x-viewer-address": { value: "203.0.113.7" },
    },
  });
});

/** A path for each path pattern of the dashboard's pages. */
const pages = dashboardPaths.pages.map((pattern) => pattern.replace("*", "posts/pst_1"));

it.each(pages)("the dashboard's function requests the page for %s", (uri) => {
  for (const method of ["GET", "HEAD"])
    expect(run("dashboard-request", { method, uri, query: "x=1" })).toMatchObject({ uri: "/index.html" });
});

it("the dashboard's function requests an asset by its own path", () => {
  const uri = dashboardPaths.assets.replace("*", "index-BbFPhPCl.js");
  expect(run("dashboard-request", { uri })).toMatchObject({ uri });
});

it("the dashboard's function never requests the bucket itself, which would be the list of its files", () => {
  for (const uri of ["/", "//", "/.", "/app/..", "/app/../", "/x/%2e%2e"])
    expect(run("dashboard-request", { uri, query: "list-type=2" })).toMatchObject({ uri: "/index.html" });
});

it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "the dashboard's function responds to %s as the API to an unknown route",
  (method) => {
    for (const uri of [...pages, "/assets/index-BbFPhPCl.js"]) {
      expect(run("dashboard-request", { method, uri })).toEqual({
        statusCode: 404,
        statusDescription: "Not Found",
        headers: {
          "content-type": { value: "application/json; charset=utf-8" },
          "cache-control": { value: "no-store" },
          "x-request-id": { value: "request-1" },
        },
        body: {
          encoding: "text",
          data: JSON.stringify({ error: { code: "not_found", message: errors.not_found.title } }),
        },
      });
    }
  },
);
