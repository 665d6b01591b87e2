import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { KMSClient, ListKeysCommand } from "@aws-sdk/client-kms";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { numberAt, parseJsonObject, textAt } from "../../lib/emulator/json.ts";
import { type Runtime, startRuntime } from "../../lib/emulator/runtime.ts";
import { openControl } from "../../lib/local/control.ts";
import { lambda, writeAssembly } from "../support/emulator/assembly-fixture.ts";

let folder: string;
let runtime: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "access-"));
  const template = {
    Resources: {
      Work: { Type: "AWS::SQS::Queue", Properties: {} },
      Key: { Type: "AWS::KMS::Key", Properties: {} },
      Fn: lambda("admin", { FunctionName: "admin" }),
    },
  };
  const assemblyDirectory = writeAssembly(
    folder,
    { S: template },
    { admin: "export const handler = async () => 'the admin keys';" },
  );
  const stateDirectory = join(folder, "state");
  runtime = await startRuntime({ assemblyDirectory, stateDirectory, publicHost: "localhost", log: () => {} });
});

afterAll(async () => {
  await runtime.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A request that another user of the machine, or a web page, could send: it is not signed with the runtime's key. */
interface Foreign {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

function send(url: string, { method = "POST", path = "/", headers = {}, body = "" }: Foreign) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(new URL(path, url), { method, headers, agent: false }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    })
      .once("error", reject)
      .end(body);
  });
}

/** The signature that everybody knows: of a public access key. */
const guessed = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20250101T000000Z",
};

const invokePath = "/2015-03-31/functions/admin/invocations";

describe("the emulated services", () => {
  it.each<[what: string, service: "sqs" | "kms" | "lambda" | "scheduler", request: Foreign]>([
    [
      "a message",
      "sqs",
      {
        headers: {
          ...guessed,
          "x-amz-target": "AmazonSQS.ListQueues",
          "content-type": "application/x-amz-json-1.0",
        },
        body: "{}",
      },
    ],
    ["the list of queues", "sqs", { method: "GET", path: "/_fauxqs/queues" }],
    [
      "a form",
      "sqs",
      {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "Action=GetCallerIdentity",
      },
    ],
    ["a decryption", "kms", { headers: { ...guessed, "x-amz-target": "TrentService.Decrypt" }, body: "{}" }],
    ["an invocation", "lambda", { path: invokePath, headers: guessed, body: "{}" }],
    [
      "an invocation by a web page's form",
      "lambda",
      {
        path: invokePath,
        headers: { "content-type": "text/plain", origin: "https://evil.example" },
        body: '{"action":"create-org","name":"x"}',
      },
    ],
    ["a schedule", "scheduler", { method: "GET", path: "/schedules/any", headers: guessed }],
  ])("%s that is not signed with the key of this start gets 403 from %s", async (_, service, foreign) => {
    const { status, body } = await send(runtime.endpoints[service], foreign);
    expect({ status, body }).toMatchObject({ status: 403 });
    expect(body).not.toContain("the admin keys");
  });

  it("a call with the right key id and another secret is rejected by each service", async () => {
    const credentials = { ...runtime.accessKey, secretAccessKey: "guessed" };
    const options = (endpoint: string) => ({ endpoint, credentials, region: "us-east-1", maxAttempts: 1 });
    const { endpoints } = runtime;
    const calls = [
      new SQSClient(options(endpoints.sqs)).send(new ListQueuesCommand({})),
      new KMSClient(options(endpoints.kms)).send(new ListKeysCommand({})),
      new LambdaClient(options(endpoints.lambda)).send(new InvokeCommand({ FunctionName: "admin" })),
      new SchedulerClient(options(endpoints.scheduler)).send(new DeleteScheduleCommand({ Name: "x" })),
    ];
    const rejected = { status: "rejected", reason: { $metadata: { httpStatusCode: 403 } } };
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => rejected));
  });

  it("calls that the SDK signs with the key of this start are carried out", async () => {
    const { endpoints, accessKey: credentials } = runtime;
    const options = (endpoint: string) => ({ endpoint, credentials, region: "eu-west-1" });
    const sqs = new SQSClient(options(endpoints.sqs));
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toHaveLength(1);
    // An ARN has characters that are encoded in the path, and a schedule's group is in the query.
    const arn = runtime.assembly.find("S", "Fn").attributes["Arn"];
    const invoked = await new LambdaClient(options(endpoints.lambda)).send(
      new InvokeCommand({ FunctionName: arn, Payload: '{"ä":"ö"}' }),
    );
    expect(invoked.Payload?.transformToString()).toBe('"the admin keys"');
    const gone = new SchedulerClient(options(endpoints.scheduler)).send(
      new DeleteScheduleCommand({ Name: "x", GroupName: "default", ClientToken: "a b&c=d" }),
    );
    await expect(gone).rejects.toThrow("Schedule x does not exist.");
  });

  it("a signed request of a web page, or for another host name, gets 403", async () => {
    for (const [header, value] of [
      ["origin", "https://evil.example"],
      ["host", "evil.example"],
    ] as const) {
      const client = new SQSClient({
        endpoint: runtime.endpoints.sqs,
        credentials: runtime.accessKey,
        region: "us-east-1",
        maxAttempts: 1,
      });
      client.middlewareStack.add(
        (next) => (args) => {
          Object.assign(Object(args.request).headers, { [header]: value });
          return next(args);
        },
        { step: "build", priority: "low" },
      );
      await expect(client.send(new ListQueuesCommand({}))).rejects.toMatchObject({
        $metadata: { httpStatusCode: 403 },
      });
    }
  });
});

it("the operator's port accepts only a POST with its password that no web page can send", async () => {
  const control = await openControl(folder, () => Promise.resolve({ ok: true, payload: "the admin keys" }));
  const file = parseJsonObject(readFileSync(join(folder, "control.json"), "utf8"), "control.json");
  const url = `http://127.0.0.1:${numberAt(file, "port")}`;
  const authorization = `Bearer ${textAt(file, "password") ?? ""}`;
  const body = '{"functionName":"AdminFunction","event":{}}';
  const json = { authorization, "content-type": "application/json" };
  const statusOf = async (foreign: Foreign) => (await send(url, { body, ...foreign })).status;
  expect(await statusOf({ headers: json })).toBe(200);
  expect(await statusOf({ headers: { ...json, authorization: "Bearer guessed" } })).toBe(401);
  expect(await statusOf({ headers: json, method: "PUT" })).toBe(403);
  expect(await statusOf({ headers: { ...json, origin: "https://evil.example" } })).toBe(403);
  expect(await statusOf({ headers: { ...json, host: "evil.example" } })).toBe(403);
  expect(await statusOf({ headers: { ...json, "content-type": "text/plain" } })).toBe(403);
  await control.close();
});
