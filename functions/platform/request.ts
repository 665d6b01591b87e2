import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { resourceName } from "../contract/resource-names.ts";
import type { Route } from "../contract/route.ts";
import { type ChannelName, channelNames } from "../domain/channel.ts";
import { invalid, notFound } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";

const bodyBytesMax = 256 * 1024;

type Params = APIGatewayProxyEvent["pathParameters"];

/** The `{id}` of a path. @throws not_found for an id of the wrong form, as for an unknown one */
export function checkedId(route: Route, params: Params): string {
  if (route.id === undefined) return "";
  const id = params?.id ?? "";
  if (!idPattern(route.id).test(id)) throw notFound(resourceName(route.id));
  return id;
}

function channelIn(params: Params): ChannelName | undefined {
  return channelNames.find((name) => name === params?.channel);
}

/** The `{channel}` of a path; null if the path has none. @throws not_found for an unknown one */
export function checkedChannel({ path }: Route, params: Params): ChannelName | null {
  if (!path.includes("{channel}")) return null;
  const channel = channelIn(params);
  if (channel === undefined) throw notFound("channel");
  return channel;
}

/** The schema of a request's body; undefined if the route takes none, or for a channel that the handler rejects. */
export function bodySchema({ body, bodyByChannel }: Route, params: Params): z.ZodMiniType | undefined {
  if (bodyByChannel === undefined) return body;
  const channel = channelIn(params);
  return channel === undefined ? undefined : bodyByChannel[channel];
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
