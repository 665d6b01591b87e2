import type { SendMessageBatchCommandInput, SendMessageBatchResult } from "@aws-sdk/client-sqs";
import { type AwsOptions, type Client, type Operation, openClient } from "./aws-json.ts";

interface Operations {
  SendMessageBatch: Operation<SendMessageBatchCommandInput, Partial<SendMessageBatchResult>>;
}

export type Sqs = Client<Operations>;

export const openSqs = (options?: AwsOptions): Sqs =>
  openClient({ name: "sqs", targetPrefix: "AmazonSQS" }, options);
