import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { AwsError } from "../../functions/aws/aws-error.ts";
import type { AwsOptions } from "../../functions/aws/aws-json.ts";
import { openDynamoDb } from "../../functions/aws/dynamodb.ts";
import { openKms } from "../../functions/aws/kms.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { isSignedWith } from "../../lib/emulator/access-key.ts";
import { startHttp } from "../support/http/servers.ts";

const accessKey = { accessKeyId: "local", secretAccessKey: "secret" };
const read = { TableName: "table", Key: { pk: "a", sk: "b" } };

interface Received {
  request: IncomingMessage;
  body: string;
}

/** Starts a server in place of a service. The first requests get these responses, and all others `{}`. */
async function serviceWith(
  responses: readonly RequestListener[],
  options: AwsOptions = {},
): Promise<{ options: AwsOptions; received: Received[] }> {
  const received: Received[] = [];
  const port = await startHttp((request, response) => {
    void textOf(request).then((body) => {
      const respond = responses[received.length];
      received.push({ request, body });
      if (respond === undefined) response.end("{}");
      else respond(request, response);
    });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  return { options: { endpoint, region: "eu-central-1", credentials: accessKey, ...options }, received };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

const errorResponse =
  (status: number, type: string): RequestListener =>
  (_, response: ServerResponse) => {
    response.writeHead(status).end(JSON.stringify({ __type: type, message: "of the service" }));
  };

const namespace = "com.amazonaws.dynamodb.v20120810";

const passing: [string, RequestListener][] = [
  ["a fault of the server without JSON", (_, response) => void response.writeHead(503).end("<html>")],
  ["an internal error", errorResponse(500, `${namespace}#InternalServerError`)],
  ["throttling", errorResponse(400, `${namespace}#ThrottlingException`)],
  ["a table with too much to do", errorResponse(400, `${namespace}#ProvisionedThroughputExceededException`)],
  ["a transaction in progress", errorResponse(400, `${namespace}#TransactionInProgressException`)],
  ["a connection that ends before the response", (request) => void request.socket.destroy()],
  [
    "a connection that ends within the response",
    (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{");
      setImmediate(() => request.socket.destroy());
    },
  ],
];

it.each(passing)("a call is repeated after %s, and a transaction keeps its token", async (_, respond) => {
  const { options, received } = await serviceWith([respond, respond]);
  const TransactItems = [{ Delete: { TableName: "table", Key: read.Key } }];
  await openDynamoDb(options).send("TransactWriteItems", { TransactItems });
  const tokens = received.map(
    ({ body }) => trusted<{ ClientRequestToken: string }>(JSON.parse(body)).ClientRequestToken,
  );
  expect(tokens).toEqual([tokens[0], tokens[0], tokens[0]]);
  expect(tokens[0]).toMatch(/^[\da-f-]{36}$/);
});

it("a call is given up after three attempts, with the error of the last one", async () => {
  const { options, received } = await serviceWith([
    errorResponse(500, "InternalServerError"),
    errorResponse(503, "ServiceUnavailable"),
    errorResponse(400, `${namespace}#ThrottlingException`),
  ]);
  const failed = { name: "ThrottlingException", status: 400, message: "of the service" };
  await expect(openDynamoDb(options).send("GetItem", read)).rejects.toMatchObject(failed);
  expect(received).toHaveLength(3);
});

it.each([
  "ConditionalCheckFailedException",
  "TransactionCanceledException",
  "TransactionConflictException",
  "ValidationException",
  "AccessDeniedException",
])("a call is not repeated after %s", async (code) => {
  const { options, received } = await serviceWith([errorResponse(400, `${namespace}#${code}`)]);
  const failed: unknown = await openDynamoDb(options)
    .send("GetItem", read)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AwsError);
  expect(failed).toMatchObject({ name: code });
  expect(received).toHaveLength(1);
});

it("a call fails when the service is silent for longer than the limit, and says for how long", async () => {
  const { options, received } = await serviceWith([() => {}, () => {}], { attemptsMax: 2, timeoutMs: 50 });
  await expect(openKms(options).send("Decrypt", decrypt)).rejects.toThrow("kms has not responded for 50 ms");
  expect(received).toHaveLength(2);
});

const decrypt = { KeyId: "key", CiphertextBlob: "", EncryptionContext: {} };

it("a response that is no JSON is an error, and the call is not repeated: it may have been executed", async () => {
  const { options, received } = await serviceWith([(_, response) => void response.end("<html>")]);
  await expect(openDynamoDb(options).send("GetItem", read)).rejects.toThrow(SyntaxError);
  expect(received).toHaveLength(1);
});

it("a call has a valid signature of its host, its body and its session", async () => {
  const sessionToken = "session";
  const { options, received } = await serviceWith([], { credentials: { ...accessKey, sessionToken } });
  await openDynamoDb(options).send("GetItem", read);
  const [{ request, body } = { request: trusted<IncomingMessage>({}), body: "" }] = received;
  const isSigned = (changed: Record<string, string> = {}) => {
    const { method, url } = request;
    const headers = { ...request.headers, "x-amz-content-sha256": sha256(body), ...changed };
    return isSignedWith(accessKey, trusted<IncomingMessage>({ method, url, headers }));
  };
  expect(isSigned()).toBe(true);
  expect(isSigned({ "x-amz-content-sha256": sha256(`${body} `) })).toBe(false);
  expect(isSigned({ "x-amz-security-token": "other" })).toBe(false);
  expect(isSigned({ host: "other" })).toBe(false);
  expect(request.headers["x-amz-content-sha256"]).toBe(sha256(body));
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

it("calls that follow each other share one connection", async () => {
  const { options, received } = await serviceWith([]);
  const client = openDynamoDb(options);
  for (let call = 0; call < 5; call += 1) await client.send("GetItem", read);
  expect(new Set(received.map(({ request }) => request.socket.remotePort)).size).toBe(1);
});
