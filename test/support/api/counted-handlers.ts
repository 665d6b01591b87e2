import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { vi } from "vitest";
import { routes } from "../../../functions/contract/routes.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { projectRoot } from "../../../lib/bundle.ts";
import { provided } from "../setup/provided.ts";
import { openCountingProxy } from "./counting-proxy.ts";
import { type GatewayRequest, gatewayEvent } from "./gateway-event.ts";

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

/** Loads all handlers into this process, on the engines of the service, and counts their requests to the table. */
export async function loadCountedHandlers() {
  const { database, secrets, tls } = provided("service");
  // The handlers send requests to the endpoint of a channel.
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(tls.caFile, "utf8")]);
  const proxy = await openCountingProxy(database.endpoint);
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: secrets.accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.accessKey.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_KMS: secrets.endpoint,
    SECRETS_KEY_ID: secrets.keyId,
    TABLE_NAME: database.tableName,
    LOCAL_ALLOW_LOOPBACK: "1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const handlers = new Map<string, { handler: Handler; path: string }>();
  // Loading a handler creates its clients, so the environment must be set before, and no handler may be loaded yet.
  vi.resetModules();
  for (const [name, { operationId, path }] of Object.entries(routes)) {
    const file = join(projectRoot, "functions", "api", `${operationId}.ts`);
    const { handler } = trusted<{ handler: Handler }>(await import(/* @vite-ignore */ file));
    handlers.set(name, { handler, path });
  }
  return {
    costOf: (act: () => Promise<unknown>) => proxy.costOf(act),
    /** Calls a route's handler as the gateway does. */
    invoke(name: string, request: GatewayRequest): Promise<APIGatewayProxyResult> {
      const route = handlers.get(name);
      if (route === undefined) throw new Error(`no handler of ${name}`);
      return route.handler(gatewayEvent({ ...request, path: route.path }), {});
    },
    close() {
      proxy.close();
      vi.unstubAllEnvs();
    },
  };
}
