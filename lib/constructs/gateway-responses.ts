import { errors } from "../../functions/contract/errors.ts";

interface GatewayError {
  code: keyof typeof errors;
  /** @default the code's title */
  message?: string;
  /** What is wrong with the request, as every validation_error says it. */
  fields?: readonly { field: string; reason: string }[];
}

/**
 * Which of the contract's errors each of API Gateway's own failures is. Every type that API Gateway has is here: one
 * that were missing would answer in API Gateway's words.
 */
const GATEWAY_ERRORS: Readonly<Record<string, GatewayError>> = {
  // The name API Gateway gives to an unknown path or method. When such a request carries `Authorization: Bearer …` it is
  // read as a broken AWS signature instead; no method here takes AWS signatures, so that is an unknown route as well.
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
  WAF_FILTERED: { code: "forbidden", message: "The request was refused." },

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
const THROTTLE_RETRY_AFTER_SECONDS = 1;

/**
 * Gives every failure that API Gateway answers itself the contract's body, status and headers (contract, section 1).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.html
 */
export function gatewayResponses(): object {
  return Object.fromEntries(
    Object.entries(GATEWAY_ERRORS).map(([type, { code, message, fields }]) => [
      type,
      {
        statusCode: String(errors[code].status),
        responseParameters: {
          "gatewayresponse.header.X-Request-Id": "context.requestId",
          "gatewayresponse.header.Content-Type": "'application/json; charset=utf-8'",
          "gatewayresponse.header.Cache-Control": "'no-store'",
          ...(code === "rate_limited"
            ? { "gatewayresponse.header.Retry-After": `'${THROTTLE_RETRY_AFTER_SECONDS}'` }
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
