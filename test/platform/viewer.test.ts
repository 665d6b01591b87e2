import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterEach, expect, it, vi } from "vitest";
import { edgeSecretsVariable } from "../../functions/contract/edge.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { viewerOf } from "../../functions/platform/viewer.ts";

afterEach(() => vi.unstubAllEnvs());

/** The viewer of a request for a feed, with these headers. */
function viewerWith(headers: Record<string, string>, path = "/live/feeds/x.json") {
  const requestContext = { domainName: "api.example", path, identity: { sourceIp: "192.0.2.1" } };
  return viewerOf(trusted<APIGatewayProxyEvent>({ headers, requestContext, resource: "/feeds/{file}" }));
}

const forwarded = { "x-forwarded-host": "news.example", "x-viewer-address": "203.0.113.7" };
const direct = { address: "192.0.2.1", baseUrl: "https://api.example/live" };

it("while the secret is rotated, both values prove what the distribution says about the viewer", () => {
  vi.stubEnv(edgeSecretsVariable, "new,old");
  for (const secret of ["new", "old"])
    expect(viewerWith({ ...forwarded, "x-origin-secret": secret })).toEqual({
      address: "203.0.113.7",
      baseUrl: "https://news.example",
    });
});

it("without a valid secret the request context says who sent the request and where", () => {
  vi.stubEnv(edgeSecretsVariable, "new,old");
  for (const secret of ["", "guess", "new,old", "NEW", ","])
    expect(viewerWith({ ...forwarded, "x-origin-secret": secret })).toEqual(direct);
  expect(viewerWith(forwarded)).toEqual(direct);
  for (const secrets of ["", ",", undefined]) {
    vi.stubEnv(edgeSecretsVariable, secrets);
    for (const secret of ["", "undefined"])
      expect(viewerWith({ ...forwarded, "x-origin-secret": secret })).toEqual(direct);
  }
});

it("the address of a domain name without a stage in its path has none", () => {
  expect(viewerWith({}, "/feeds/x.json").baseUrl).toBe("https://api.example");
});
