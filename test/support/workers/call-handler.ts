import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { trusted } from "../../../functions/domain/trusted.ts";
import { projectRoot } from "../../../lib/bundle.ts";
import { type JsonObject, parseJsonObject } from "../../../lib/emulator/json.ts";
import { gatewayEvent } from "../api/gateway-event.ts";

interface ApiHandler {
  handler: (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;
}

/** Calls the handler of an API endpoint in this process. Returns the body of its response. @throws for an error response */
export async function callHandler(
  operationId: string,
  key: string,
  { id = "", body }: { id?: string; body?: object } = {},
): Promise<JsonObject> {
  const file = join(projectRoot, "functions", "api", `${operationId}.ts`);
  const { handler } = trusted<ApiHandler>(await import(/* @vite-ignore */ file));
  const request = { headers: { Authorization: `Bearer ${key}` }, pathParameters: { id }, body };
  const response = await handler(gatewayEvent(request), {});
  if (response.statusCode >= 300) throw new Error(`${operationId}: ${response.statusCode} ${response.body}`);
  return response.body === "" ? {} : parseJsonObject(response.body, operationId);
}
