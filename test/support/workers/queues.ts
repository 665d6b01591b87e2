import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { vi } from "vitest";
import { openSqs, type Sqs } from "../../../functions/aws/sqs.ts";
import { type QueueName, queueVariable } from "../../../functions/contract/queues.ts";
import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import { loadAssembly } from "../../../lib/emulator/assembly.ts";
import { freePort } from "../../../lib/emulator/free-port.ts";
import { anchorAt } from "../../../lib/emulator/service-date.ts";
import { startSqs } from "../../../lib/emulator/sqs.ts";
import { writeAssembly } from "../emulator/assembly-fixture.ts";

/** Real queues, which the environment of this process names. Nothing consumes their messages. */
export interface Queues {
  sqs: Sqs;
  /** Receives `count` messages of a queue, or fewer when no more come within 5 seconds. */
  receive(queue: QueueName, count: number): Promise<OutgoingMessage[]>;
  /** Returns how many messages of a queue are delayed. */
  delayedCount(queue: QueueName): Promise<number>;
  stop(): Promise<void>;
}

/** The access key of the workers' environment. */
export const workerAccessKey = { accessKeyId: "test", secretAccessKey: "test" };

export async function startQueues(names: readonly QueueName[]): Promise<Queues> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-queues-"));
  const port = await freePort();
  const idOf = (name: QueueName) => `Queue${names.indexOf(name)}`;
  const Resources = Object.fromEntries(
    names.map((name) => [idOf(name), { Type: "AWS::SQS::Queue", Properties: {} }]),
  );
  const assembly = loadAssembly(writeAssembly(mkdtempSync(join(folder, "assembly-")), { S: { Resources } }), {
    publicHost: "localhost",
    queueUrlBase: `http://127.0.0.1:${port}`,
  });
  const server = await startSqs({
    port,
    accessKey: workerAccessKey,
    stateDirectory: folder,
    anchor: anchorAt(Date.now(), 1),
    queues: assembly.ofType("AWS::SQS::Queue"),
    log: () => undefined,
  });
  const options = { endpoint: server.endpoint, region: "eu-central-1", credentials: workerAccessKey };
  const client = new SQSClient(options);
  const urlOf = (name: QueueName) => assembly.find("S", idOf(name)).ref;
  for (const name of names) vi.stubEnv(queueVariable(name, "URL"), urlOf(name));
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", server.endpoint);
  return {
    sqs: openSqs(options),
    async receive(queue, count) {
      const messages: Message[] = [];
      while (messages.length < count) {
        const receive = { QueueUrl: urlOf(queue), MaxNumberOfMessages: 10, WaitTimeSeconds: 5 };
        const { Messages = [] } = await client.send(new ReceiveMessageCommand(receive));
        if (Messages.length === 0) break;
        messages.push(...Messages);
      }
      return messages.map(({ Body = "" }) => JSON.parse(Body));
    },
    async delayedCount(queue) {
      const name = "ApproximateNumberOfMessagesDelayed";
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [name] }),
      );
      return Number(Attributes?.[name]);
    },
    async stop() {
      client.destroy();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      vi.unstubAllEnvs();
    },
  };
}
