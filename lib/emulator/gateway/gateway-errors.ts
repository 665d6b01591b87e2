import { describeResource, type Resource } from "../assembly.ts";
import { type Json, type JsonObject, numberAt, objectAt, textAt } from "../json.ts";

/** The errors of the emulated gateway, by API Gateway's names for them. */
export type GatewayErrorType =
  | "MISSING_AUTHENTICATION_TOKEN"
  | "BAD_REQUEST_PARAMETERS"
  | "REQUEST_TOO_LARGE"
  | "THROTTLED"
  | "INTEGRATION_FAILURE"
  | "INTEGRATION_TIMEOUT"
  | "DEFAULT_5XX";

/** API Gateway's responses where the template defines none. */
const defaultErrors: Readonly<Record<GatewayErrorType, { status: number; message: string }>> = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: "Missing Authentication Token" },
  BAD_REQUEST_PARAMETERS: { status: 400, message: "Bad Request" },
  REQUEST_TOO_LARGE: { status: 413, message: "Request Too Long" },
  THROTTLED: { status: 429, message: "Too Many Requests" },
  INTEGRATION_FAILURE: { status: 504, message: "Internal server error" },
  INTEGRATION_TIMEOUT: { status: 504, message: "Endpoint request timed out" },
  DEFAULT_5XX: { status: 500, message: "Internal server error" },
};

export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: string | Buffer;
}

/**
 * Returns a function that renders API Gateway's own errors with the template's gateway responses.
 *
 * Throws an Error for a mapping expression that it does not know.
 */
export function gatewayErrors(api: Resource): (type: GatewayErrorType, requestId: string) => PlainResponse {
  const configured = new Map(
    Object.entries(objectAt(api.properties, "Body", "x-amazon-apigateway-gateway-responses")),
  );
  // Each is rendered once, so an unknown expression is an error at the start.
  for (const [type, response] of configured)
    render(response, `${describeResource(api)}: ${type}`, { status: 500, message: "" }, "");

  return (type, requestId) => {
    const usual = defaultErrors[type];
    const response =
      configured.get(type) ?? configured.get(usual.status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX");
    if (response !== undefined) return render(response, describeResource(api), usual, requestId);
    return {
      status: usual.status,
      headers: { "content-type": "application/json", "x-amzn-requestid": requestId },
      body: JSON.stringify({ message: usual.message }),
    };
  };
}

function render(
  response: Json,
  where: string,
  usual: { status: number; message: string },
  requestId: string,
): PlainResponse {
  const context: Readonly<Record<string, string>> = {
    requestId,
    extendedRequestId: requestId,
    "error.message": usual.message,
    "error.messageString": JSON.stringify(usual.message),
  };
  const fromContext = (name: string): string => {
    const value = context[name];
    if (value === undefined) throw new Error(`${where}: the emulator does not know context.${name}`);
    return value;
  };

  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const [parameter, expression] of Object.entries(textsOf(objectAt(response, "responseParameters")))) {
    const header = /^gatewayresponse\.header\.(.+)$/.exec(parameter)?.[1];
    const literal = /^'(.*)'$/s.exec(expression)?.[1];
    const name = /^context\.(.+)$/.exec(expression)?.[1];
    if (header === undefined || (literal === undefined && name === undefined))
      throw new Error(`${where}: the emulator does not know the mapping ${parameter} = ${expression}`);
    headers[header.toLowerCase()] = literal ?? fromContext(name ?? "");
  }
  const template =
    textAt(response, "responseTemplates", "application/json") ?? '{"message":$context.error.messageString}';
  return {
    status: numberAt(response, "statusCode") ?? usual.status,
    headers,
    body: template.replaceAll(/\$context\.([A-Za-z.]+[A-Za-z])/g, (_, name: string) => fromContext(name)),
  };
}

function textsOf(value: JsonObject): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) if (typeof text === "string") found[name] = text;
  return found;
}
