import { errors } from "../../functions/contract/errors.ts";
import { strictTransportSecurity } from "../../functions/contract/transport-security.ts";

interface GatewayError {
  code: keyof typeof errors;
  /** @default the code's title */
  message?: string;
  /** What is wrong with the request. A validation_error always says it. */
  fields?: readonly { field: string; reason: string }[];
}

/**
 * The contract's error for each failure that API Gateway responds to without calling a function. It lists every type: a
 * type that were missing would get API Gateway's own body.
 */
const gatewayErrors: Readonly<Record<string, GatewayError>> = {
  // API Gateway's name for an unknown path or method. With `Authorization: Bearer …` it takes the header for a broken AWS
  // signature instead. No method here accepts AWS signatures, so that is an unknown route too.
  MISSING_AUTHENTICATION_TOKEN: { code: "not_found" },
  INVALID_SIGNATURE: { code: "not_found" },
  EXPIRED_TOKEN: { code: "not_found" },
  RESOURCE_NOT_FOUND: { code: "not_found" },
  DEFAULT_4XX: { code: "not_found" },

  BAD_REQUEST_BODY: {
    code: "validation_error",
    fields: [{ field: "body", reason: "must be valid JSON" }],
  },
  BAD_REQUEST_PARAMETERS: {
    code: "validation_error",
    fields: [{ field: "request", reason: "must be a well-formed HTTP request" }],
  },
  REQUEST_TOO_LARGE: {
    code: "validation_error",
    fields: [{ field: "body", reason: "must be at most 256 KiB" }],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: "validation_error",
    fields: [{ field: "body", reason: "must be sent with Content-Type: application/json" }],
  },

  UNAUTHORIZED: { code: "unauthorized" },
  INVALID_API_KEY: { code: "unauthorized" },
  ACCESS_DENIED: { code: "forbidden" },
  WAF_FILTERED: { code: "forbidden", message: "The request was blocked." },

  THROTTLED: { code: "rate_limited" },
  QUOTA_EXCEEDED: { code: "rate_limited" },

  API_CONFIGURATION_ERROR: { code: "internal_error" },
  AUTHORIZER_CONFIGURATION_ERROR: { code: "internal_error" },
  AUTHORIZER_FAILURE: { code: "internal_error" },
  INTEGRATION_FAILURE: { code: "internal_error" },
  INTEGRATION_TIMEOUT: { code: "internal_error" },
  DEFAULT_5XX: { code: "internal_error" },
};

/** API Gateway's throttle refills every second. */
const throttleRetryAfterSeconds = 1;

/**
 * The contract's status, headers and body (contract, section 1) for every failure that calls no function.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.html
 */
export function gatewayResponses(): object {
  return Object.fromEntries(
    Object.entries(gatewayErrors).map(([type, { code, message, fields }]) => [
      type,
      {
        statusCode: String(errors[code].status),
        responseParameters: {
          "gatewayresponse.header.X-Request-Id": "context.requestId",
          "gatewayresponse.header.Content-Type": "'application/json; charset=utf-8'",
          "gatewayresponse.header.Cache-Control": "'no-store'",
          "gatewayresponse.header.Strict-Transport-Security": `'${strictTransportSecurity}'`,
          ...(code === "rate_limited"
            ? { "gatewayresponse.header.Retry-After": `'${throttleRetryAfterSeconds}'` }
            : {}),
        },
        responseTemplates: {
          "application/json": JSON.stringify({
            error: { code, message: message ?? errors[code].title, fields },
          }),
        },
      },
    ]),
  );
}
