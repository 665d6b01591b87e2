import { beforeAll, describe, expect, it } from "vitest";
import { errors } from "../../functions/contract/errors.ts";
import { type Json, parseJsonObject, textAt, valueAt } from "../../lib/emulator/json.ts";
import { gatewayResponses, type Synthesis, synthesis } from "../support/infra/synthesis.ts";

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const responseTypes = [
  "ACCESS_DENIED",
  "API_CONFIGURATION_ERROR",
  "AUTHORIZER_CONFIGURATION_ERROR",
  "AUTHORIZER_FAILURE",
  "BAD_REQUEST_BODY",
  "BAD_REQUEST_PARAMETERS",
  "DEFAULT_4XX",
  "DEFAULT_5XX",
  "EXPIRED_TOKEN",
  "INTEGRATION_FAILURE",
  "INTEGRATION_TIMEOUT",
  "INVALID_API_KEY",
  "INVALID_SIGNATURE",
  "MISSING_AUTHENTICATION_TOKEN",
  "QUOTA_EXCEEDED",
  "REQUEST_TOO_LARGE",
  "RESOURCE_NOT_FOUND",
  "THROTTLED",
  "UNAUTHORIZED",
  "UNSUPPORTED_MEDIA_TYPE",
  "WAF_FILTERED",
];

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

function responseOf(type: string): Json {
  const response = gatewayResponses(all)[type];
  if (response === undefined) throw new Error(`There is no gateway response for ${type}`);
  return response;
}

describe("the gateway responses", () => {
  it("there is a gateway response for every failure that API Gateway can have without calling a function", () => {
    expect(Object.keys(gatewayResponses(all)).toSorted()).toEqual(responseTypes);
  });

  it.each(responseTypes)(
    "the gateway response for %s has the contract's body and headers, and the status of its error code",
    (type) => {
      const response = responseOf(type);
      const body = parseJsonObject(textAt(response, "responseTemplates", "application/json") ?? "", type);
      const code = textAt(body, "error", "code") ?? "";
      const known = Object.entries(errors).find(([name]) => name === code)?.[1];
      expect(textAt(response, "statusCode")).toBe(String(known?.status));
      expect(textAt(body, "error", "message")).toMatch(/\S/);
      const headers = valueAt(response, "responseParameters");
      expect(textAt(headers, "gatewayresponse.header.X-Request-Id")).toBe("context.requestId");
      expect(textAt(headers, "gatewayresponse.header.Content-Type")).toBe(
        "'application/json; charset=utf-8'",
      );
      expect(textAt(headers, "gatewayresponse.header.Strict-Transport-Security")).toBe("'max-age=31536000'");
      const retryAfter = textAt(headers, "gatewayresponse.header.Retry-After");
      expect(retryAfter ?? "none").toMatch(code === "rate_limited" ? /^'\d+'$/ : /^none$/);
    },
  );

  it.each([
    "MISSING_AUTHENTICATION_TOKEN",
    // API Gateway takes a bearer key on an unknown path for a broken AWS signature, which has no type of its own.
    "INVALID_SIGNATURE",
    "DEFAULT_4XX",
  ])("the gateway response for %s, one of the names of an unknown route, has the status 404", (type) => {
    expect(textAt(responseOf(type), "statusCode")).toBe("404");
  });
});
