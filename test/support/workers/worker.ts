import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { vi } from "vitest";
import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { provided } from "../setup/provided.ts";

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** Sets the environment of a worker in this process: it uses the tests' table, and has no queues. */
export function stubWorkerEnvironment(): void {
  const { endpoint, tableName } = provided("database");
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: tableName,
    SECRETS_KEY_ID: "none",
    LOCAL_ALLOW_LOOPBACK: "1",
    ORGANIZATION_PERMITS: "4",
    POWERTOOLS_LOG_LEVEL: "SILENT",
    POWERTOOLS_METRICS_DISABLED: "true",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** Invokes a worker with messages as one batch. Returns how many of them failed. */
export async function invokeWorker(handler: Handler, messages: readonly OutgoingMessage[]): Promise<number> {
  const Records = messages.map((message, index) => ({
    messageId: String(index),
    body: JSON.stringify(message),
  }));
  const { batchItemFailures } = await handler(trusted<SQSEvent>({ Records }), trusted<Context>({}));
  return batchItemFailures.length;
}
