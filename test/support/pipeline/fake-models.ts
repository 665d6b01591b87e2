import type { IncomingMessage, ServerResponse } from "node:http";
import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import type { GeneratorOf } from "../../../functions/domain/generator.ts";
import { askBedrock } from "../../../functions/pipeline/generators/bedrock.ts";
import type { Ask } from "../../../functions/pipeline/generators/model.ts";
import { askOpenaiCompatible } from "../../../functions/pipeline/generators/openai-compatible.ts";
import { startHttp, startHttps, trustedCertificate } from "../http/servers.ts";
import { callOf, type PlatformCall, sendReply } from "./fake-platform.ts";

/** What a fake model does with a request. */
export type ModelReply =
  | { post: unknown }
  /** cut: at the maximum of tokens; truncated: the connection ends in the middle of the answer. */
  | {
      fault:
        | "throttled"
        | "hang"
        | "cut"
        | "truncated"
        | "intervened"
        | "no_json"
        | "rejects_schema"
        | "no_access";
    };

/** A request as every provider gets it. */
interface ModelRequest {
  system: string;
  user: string;
  /** What the model is told about its rejected answer; empty in the first round. */
  repair: string;
  call: PlatformCall;
}

export type Model = (request: ModelRequest) => ModelReply;

/** A model behind the wire format of a provider. */
export interface FakeModel {
  ask: Ask;
  requests: readonly ModelRequest[];
}

export const fakeTokens = { inputTokens: 120, outputTokens: 30 };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads a request, lets the model answer, and sends the answer in the provider's format. */
async function take(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { model, requests }: { model: Model; requests: ModelRequest[] },
  format: {
    read: (call: PlatformCall) => Omit<ModelRequest, "call">;
    answer: (reply: ModelReply) => { status: number; headers?: Record<string, string>; json: unknown };
  },
): Promise<void> {
  const call = await callOf(request);
  const asked = { ...format.read(call), call };
  requests.push(asked);
  const reply = model(asked);
  if ("fault" in reply && reply.fault === "hang") return;
  if ("fault" in reply && reply.fault === "truncated") {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"output":{"mess', () => request.socket.destroy());
    return;
  }
  sendReply(response, format.answer(reply));
}

/** A model of Amazon Bedrock on loopback, called by the real client. */
export async function startBedrock(
  model: Model,
  settings: Partial<GeneratorOf<"bedrock">> = {},
): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const port = await startHttp((request, response) => {
    void take({ request, response }, { model, requests }, { read: readConverse, answer: converseAnswer });
  });
  const client = new BedrockRuntimeClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
  });
  const generator = { type: "bedrock" as const, model: "test.small-writer-v1:0", ...settings };
  const converse = (input: ConverseCommandInput, abortSignal: AbortSignal) =>
    client.send(new ConverseCommand(input), { abortSignal });
  return { ask: askBedrock(generator, { converse }), requests };
}

function readConverse({ json }: PlatformCall): Omit<ModelRequest, "call"> {
  const contents = listIn(fieldOf(json, "messages")).map((message) => listIn(fieldOf(message, "content"))[0]);
  const [first, , second] = contents;
  const guarded = fieldOf(fieldOf(first, "guardContent"), "text");
  const result = listIn(fieldOf(fieldOf(second, "toolResult"), "content"))[0];
  return {
    system: textOf(fieldOf(listIn(fieldOf(json, "system"))[0], "text")),
    user: textOf(fieldOf(first, "text") ?? fieldOf(guarded, "text")),
    repair: textOf(fieldOf(result, "text")),
  };
}

const rejected = (status: number, headers: Record<string, string>, message = "No.") => ({
  status,
  headers,
  json: { message, error: { message: "No: sk-secret" } },
});

const conversed = (stopReason: string, content: readonly unknown[]) => ({
  status: 200,
  json: {
    output: { message: { role: "assistant", content } },
    stopReason,
    usage: { ...fakeTokens, totalTokens: 150 },
    metrics: { latencyMs: 1 },
  },
});
const used = (input: unknown) => [{ toolUse: { toolUseId: "t1", name: "write_post", input } }];

const error = (status: number, name: string, message?: string) =>
  rejected(status, { "x-amzn-errortype": name }, message);

function converseAnswer(reply: ModelReply) {
  if ("post" in reply) return conversed("tool_use", used(reply.post));
  switch (reply.fault) {
    case "throttled":
      return error(429, "ThrottlingException");
    case "no_access":
      return error(403, "AccessDeniedException", "You don't have access to the model: sk-secret");
    case "rejects_schema":
      return error(400, "ValidationException", "This model doesn't support the strict field.");
    case "intervened":
      return conversed("guardrail_intervened", [{ text: "Blocked." }]);
    case "cut":
      return conversed("max_tokens", used({ text: "Cold brew on" }));
    case "hang":
    case "truncated":
    case "no_json":
      return conversed("end_turn", [{ text: "I would rather not." }]);
  }
}

/** A `/chat/completions` endpoint on loopback, called through the guarded client. */
export async function startOpenaiCompatible(model: Model): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const certificate = await (certificateOfFile ??= trustedCertificate());
  const port = await startHttps(certificate, (request, response) => {
    void take({ request, response }, { model, requests }, { read: readCompletion, answer: completionAnswer });
  });
  const endpoint = { url: `https://localhost:${port}/v1`, model: "small-writer", apiKey: "sk-secret" };
  return { ask: askOpenaiCompatible(endpoint, { nowMs: () => Date.now(), allowLoopback: true }), requests };
}

/** One for all tests of a file: a process that trusts several of one name can take the wrong one. */
let certificateOfFile: ReturnType<typeof trustedCertificate> | undefined;

function readCompletion({ json }: PlatformCall): Omit<ModelRequest, "call"> {
  const [system = "", user = "", , repair = ""] = listIn(fieldOf(json, "messages")).map((message) =>
    textOf(fieldOf(message, "content")),
  );
  return { system, user, repair };
}

const completed = (content: unknown, finishReason = "stop") => ({
  status: 200,
  json: {
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finishReason }],
    usage: { prompt_tokens: fakeTokens.inputTokens, completion_tokens: fakeTokens.outputTokens },
  },
});

function completionAnswer(reply: ModelReply) {
  if ("post" in reply) return completed(JSON.stringify(reply.post));
  switch (reply.fault) {
    case "throttled":
      return rejected(429, { "Retry-After": "0" });
    case "no_access":
      return rejected(401, {});
    case "rejects_schema":
      return rejected(400, {});
    case "intervened":
      return completed(null, "content_filter");
    case "cut":
      return completed('{"text":"Cold brew on', "length");
    case "hang":
    case "truncated":
    case "no_json":
      return completed("I would rather not.");
  }
}
