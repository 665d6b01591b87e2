import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, it, onTestFinished } from "vitest";
import { openFairShare } from "../../lib/emulator/event-sources/fair-share.ts";
import { parseJson, textAt } from "../../lib/emulator/json.ts";
import { startRuntime } from "../../lib/emulator/runtime.ts";
import { eventually, lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const holdMs = 1_000;

function groupOfBody(body: string): string | undefined {
  return body.startsWith("{") ? textAt(parseJson(body, "The message"), "group") : undefined;
}

function messagesOf(group: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    MessageId: `${group}${index}`,
    Body: JSON.stringify({ group }),
  }));
}

const now = { nowMs: 0, mayHoldBack: true };

function groupsOf(taken: readonly { group: string }[]): string[] {
  return taken.map(({ group }) => group);
}

it("a group with 30 messages in flight and more than a tenth of all is noisy, and its messages come when there are no others", () => {
  const share = openFairShare(holdMs, groupOfBody);
  share.add(messagesOf("many", 100), 0);
  const first = share.take(30, now);
  expect(groupsOf(first)).toEqual(Array.from({ length: 30 }, () => "many"));
  expect(share.take(10, now)).toEqual([]);
  share.add(messagesOf("few", 3), 0);
  expect(groupsOf(share.take(10, now))).toEqual(["few", "few", "few"]);
  expect(groupsOf(share.take(2, { ...now, mayHoldBack: false }))).toEqual(["many", "many"]);
  share.ended(first);
  expect(share.take(100, now)).toHaveLength(30 - 2);
});

it("a group with 30 messages in flight is not noisy when ten times as many are in flight", () => {
  const share = openFairShare(holdMs, groupOfBody);
  for (let group = 0; group < 20; group += 1) share.add(messagesOf(`other${group}`, 20), 0);
  expect(share.take(400, now)).toHaveLength(400);
  share.add(messagesOf("many", 41), 0);
  expect(share.take(100, now)).toHaveLength(41);
});

it("the noisy group with the fewest messages in flight comes first", () => {
  const share = openFairShare(holdMs, groupOfBody);
  share.add(messagesOf("one", 60), 0);
  share.add(messagesOf("other", 60), 0);
  share.take(60, now);
  expect(share.take(1, { ...now, mayHoldBack: false }).map(({ group }) => group)).toEqual(["one"]);
  expect(groupsOf(share.take(1, { ...now, mayHoldBack: false }))).toEqual(["other"]);
});

it("a message that was held back for long enough comes before all others, and a message without a group is a group of its own", () => {
  const share = openFairShare(holdMs, groupOfBody);
  share.add(messagesOf("many", 40), 0);
  share.take(30, now);
  expect(share.take(10, { nowMs: holdMs - 1, mayHoldBack: true })).toEqual([]);
  expect(share.take(10, { nowMs: holdMs, mayHoldBack: true })).toHaveLength(10);
  share.add(
    Array.from({ length: 40 }, (_, index) => ({ MessageId: `alone${index}`, Body: "no JSON" })),
    0,
  );
  expect(share.take(40, now)).toHaveLength(40);
});

/** Records the group of each message in the order of arrival, and takes 200 ms for each batch. */
const slowRecorderSource = `
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
export const handler = async ({ Records }) => {
  for (const { body } of Records) appendFileSync(process.env.SEEN, JSON.parse(body).group + "\\n");
  await sleep(200);
};`;

it("a message of a quiet group does not wait behind the backlog of a noisy group", async () => {
  const directory = temporaryFolder();
  const file = join(directory, "seen");
  const resources = {
    Work: { Type: "AWS::SQS::Queue" },
    Fn: lambda("recorder", { FunctionName: "recorder", Environment: { Variables: { SEEN: file } } }),
    Mapping: {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: {
        EventSourceArn: { "Fn::GetAtt": ["Work", "Arn"] },
        FunctionName: { Ref: "Fn" },
        BatchSize: 10,
        ScalingConfig: { MaximumConcurrency: 4 },
      },
    },
  };
  const assemblyDirectory = writeAssembly(
    temporaryFolder(),
    { S: { Resources: resources } },
    { recorder: slowRecorderSource },
  );
  const runtime = await startRuntime({
    assemblyDirectory,
    stateDirectory: join(directory, "state"),
    speed: 1,
    publicHost: "localhost:8443",
    groupOfBody,
    log: () => {},
  });
  onTestFinished(() => runtime.stop());
  const sqs = new SQSClient({
    region: "us-east-1",
    credentials: runtime.accessKey,
    endpoint: runtime.endpoints.sqs,
  });
  onTestFinished(() => sqs.destroy());
  const send = (group: string, count: number) =>
    sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: runtime.assembly.find("S", "Work").ref,
        Entries: messagesOf(group, count).map(({ Body }, index) => ({
          Id: String(index),
          MessageBody: Body,
          MessageGroupId: group,
        })),
      }),
    );
  for (let batch = 0; batch < 30; batch += 1) await send("many", 10);
  await send("few", 1);
  const seen = await eventually(() => {
    const groups = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return groups.length === 301 ? groups : undefined;
  });
  // Some messages of the backlog are in flight before the other message arrives.
  expect(seen.indexOf("few")).toBeLessThan(200);
});
