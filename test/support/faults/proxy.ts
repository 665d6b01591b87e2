import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listen } from "../../../lib/demo/listen.ts";
import { parseJsonObject } from "../../../lib/emulator/json.ts";
import type { Endpoints } from "../../../lib/emulator/lambda/environment.ts";
import { type AwsCall, engineOf, readCall } from "./aws-call.ts";
import { partialBatch } from "./partial.ts";

/** What becomes of a call. */
export type Verdict =
  | { kind: "forward" }
  /** The engine never hears of it: the caller gets this error, or a connection that breaks. */
  | { kind: "refuse"; status: number; code: string }
  | { kind: "reset" }
  /** The engine applies it, and the connection breaks before the answer. */
  | { kind: "lose" }
  /** Of a batch a part is left out; any other call is forwarded. */
  | { kind: "partial"; isLeftOut: () => boolean }
  /** The engine gets it two times at once. */
  | { kind: "twice" }
  /** Something is done when it arrives, or when the engine has applied it and the caller does not know yet. */
  | { kind: "around"; before?: () => Promise<void> | void; after?: () => Promise<void> | void };

export type Rule = (call: AwsCall) => Verdict;

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Stands between functions and the emulated services, on one port of loopback, and does what the rule says. `note` is
 * told of every call that an engine has answered with a success, whatever its caller gets to hear.
 */
export async function standBetween(
  engines: Endpoints,
  ruleNow: () => Rule,
  note: (call: AwsCall) => void = () => undefined,
): Promise<Endpoints> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(incoming);
    const call = readCall(incoming, text);
    const send = async (body: string) => {
      const answer = await forward(engineOf(call, engines), agent, incoming, body);
      if (answer.status === 200) note(call);
      return answer;
    };
    const answer = await answerOf(call, text, ruleNow()(call), send);
    if (answer === null) response.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.text);
  }

  // A connection that ends while its caller thinks it open would be a fault that no rule asked for.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  const endpoint = `http://127.0.0.1:${port}`;
  return { dynamodb: endpoint, sqs: endpoint, scheduler: endpoint, kms: endpoint, lambda: engines.lambda };
}

/** null: the connection breaks. */
async function answerOf(
  call: AwsCall,
  text: string,
  verdict: Verdict,
  send: (body: string) => Promise<Answer>,
): Promise<Answer | null> {
  switch (verdict.kind) {
    case "forward":
      return send(text);
    case "refuse":
      return refusal(verdict.status, verdict.code);
    case "reset":
      return null;
    case "lose":
      await send(text);
      return null;
    case "twice":
      return (await Promise.all([send(text), send(text)]))[0];
    case "around": {
      await verdict.before?.();
      const answer = await send(text);
      await verdict.after?.();
      return answer;
    }
    case "partial": {
      const batch = partialBatch(call, verdict.isLeftOut);
      if (batch === undefined) return send(text);
      const { forwarded } = batch;
      const answer = forwarded === null ? json(200, {}) : await send(JSON.stringify(forwarded));
      if (answer.status !== 200) return answer;
      return json(200, batch.answer(parseJsonObject(answer.text, call.action)));
    }
  }
}

function refusal(status: number, code: string): Answer {
  const answer = json(status, { __type: code, message: "refused for a test" });
  return { ...answer, headers: { ...answer.headers, "x-amzn-errortype": code } };
}

function json(status: number, body: object): Answer {
  return { status, headers: { "content-type": "application/x-amz-json-1.0" }, text: JSON.stringify(body) };
}

function forward(engine: string, agent: Agent, incoming: IncomingMessage, body: string): Promise<Answer> {
  const { host: _, connection: __, "transfer-encoding": ___, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(incoming.url ?? "/", engine), {
      method: incoming.method ?? "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      const answerHeaders: Record<string, string> = {};
      for (const name of ["content-type", "x-amzn-errortype", "x-amzn-requestid"]) {
        const value = answer.headers[name];
        if (typeof value === "string") answerHeaders[name] = value;
      }
      textOf(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 500, headers: answerHeaders, text }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
