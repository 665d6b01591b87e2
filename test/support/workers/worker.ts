import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { inject, vi } from "vitest";
import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import { trusted } from "../../../functions/domain/trusted.ts";

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** Lets a worker of this process work on the tests' table; what it sends without the table goes nowhere. */
export function stubWorkerEnvironment(): void {
  const { endpoint, tableName } = inject("database");
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: tableName,
    SECRETS_KEY_ID: "none",
    LOCAL_ALLOW_LOOPBACK: "1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
    POWERTOOLS_METRICS_DISABLED: "true",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** Hands messages to a worker as one batch; answers with how many of them come back. */
export async function work(handler: Handler, messages: readonly OutgoingMessage[]): Promise<number> {
  const Records = messages.map((message, index) => ({
    messageId: String(index),
    body: JSON.stringify(message),
  }));
  const { batchItemFailures } = await handler(trusted<SQSEvent>({ Records }), trusted<Context>({}));
  return batchItemFailures.length;
}
