import type { APIGatewayProxyEvent } from "aws-lambda";
import { resourceName } from "../contract/resource-names.ts";
import type { Route } from "../contract/route.ts";
import { invalid, notFound } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";

const bodyBytesMax = 256 * 1024;

/** The `{id}` of a path. @throws not_found for an id of the wrong form, as for an unknown one */
export function checkedId(route: Route, params: APIGatewayProxyEvent["pathParameters"]): string {
  if (route.id === undefined) return "";
  const id = params?.id ?? "";
  if (!idPattern(route.id).test(id)) throw notFound(resourceName(route.id));
  return id;
}

/** Rejects a body that cannot be a JSON object, before it is parsed. @throws validation_error */
export function checkedJson(route: Route, event: APIGatewayProxyEvent): void {
  const { body, isBase64Encoded, headers } = event;
  if (body === null || body === "") {
    if (route.bodyOptional !== true) throw invalid([{ field: "body", reason: "is required" }]);
    Object.assign(event, { body: "{}", isBase64Encoded: false });
    headers["content-type"] = "application/json";
    return;
  }
  if (Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8") > bodyBytesMax) {
    throw invalid([{ field: "body", reason: "must be at most 256 KiB" }]);
  }
}
