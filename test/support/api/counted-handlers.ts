import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { vi } from "vitest";
import { routes } from "../../../functions/contract/routes.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { projectRoot } from "../../../lib/bundle.ts";
import { provided } from "../setup/provided.ts";
import { countingProxy } from "./counting-proxy.ts";

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

/** What of a request the gateway hands to a function. */
interface Sent {
  headers: Record<string, string>;
  pathParameters: Record<string, string | undefined>;
  queryStringParameters: Record<string, string> | null;
  body: Record<string, unknown> | undefined;
}

/** All handlers in this process on the service's own engines, with what they ask of the table counted. */
export async function countedHandlers() {
  const { database, secrets } = provided("service");
  const proxy = await countingProxy(database.endpoint);
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_KMS: secrets.endpoint,
    SECRETS_KEY_ID: secrets.keyId,
    TABLE_NAME: database.tableName,
    LOCAL_ALLOW_LOOPBACK: "1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const handlers = new Map<string, Handler>();
  // The clients are made as the handlers are loaded, so only now.
  for (const [name, { operationId }] of Object.entries(routes)) {
    const file = join(projectRoot, "functions", "api", `${operationId}.ts`);
    handlers.set(name, trusted<{ handler: Handler }>(await import(/* @vite-ignore */ file)).handler);
  }
  return {
    costOf: (act: () => Promise<unknown>) => proxy.costOf(act),
    /** Calls a route's handler as the gateway does. */
    invoke(name: string, { headers, body, ...sent }: Sent): Promise<APIGatewayProxyResult> {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`no handler of ${name}`);
      const event = {
        ...sent,
        headers: { "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        isBase64Encoded: false,
        requestContext: { requestId: randomUUID(), identity: { sourceIp: "192.0.2.1" } },
      };
      return handler(trusted<APIGatewayProxyEvent>(event), {});
    },
    close() {
      proxy.close();
      vi.unstubAllEnvs();
    },
  };
}
