import { fieldOf } from "../../domain/field-of.ts";
import { FetchError } from "../../http/fetch-error.ts";
import { guardedFetch } from "../../http/guarded-fetch.ts";
import type { GuardedResponse } from "../../http/send-request.ts";
import { retryAfterMsIn } from "../retry-after.ts";
import type { Answer, Ask, Prompt } from "./model.ts";
import { postFormat, postSchema, repairText } from "./prompt.ts";
import { asList, countedTokens, jsonIn } from "./read-answer.ts";

/** The endpoint of a brand's model. */
export interface OpenedModelEndpoint {
  url: string;
  model: string;
  /** Null for an endpoint that needs none. */
  apiKey: string | null;
}

interface Sending {
  nowMs: () => number;
  /** Whether the URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

const responseBytesMax = 256 * 1024;
const outputTokensMax = 2_000;

/**
 * Asks a model behind a `/chat/completions` endpoint. The first request has a JSON schema and `max_tokens`. An endpoint that
 * rejects them is asked without them from then on.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function askOpenaiCompatible(endpoint: OpenedModelEndpoint, sending: Sending): Ask {
  let takesSchema = true;
  return async (prompt, timeoutMs) => {
    const endsAtMs = performance.now() + timeoutMs;
    try {
      if (takesSchema) {
        const response = await send(endpoint, bodyOf(endpoint.model, prompt, true), timeoutMs, sending);
        if (response.status !== 400 && response.status !== 422) return answerIn(response, sending.nowMs());
        takesSchema = false;
      }
      const leftMs = Math.max(1, endsAtMs - performance.now());
      const body = bodyOf(endpoint.model, prompt, false);
      return answerIn(await send(endpoint, body, leftMs, sending), sending.nowMs());
    } catch (error) {
      if (error instanceof FetchError) return withoutResponse(error);
      throw error;
    }
  };
}

function bodyOf(model: string, { system, user, repair }: Prompt, withSchema: boolean): object {
  // Without an enforced schema the model must be told what to answer.
  const format = withSchema
    ? ""
    : `\n\nAnswer with JSON only, in this JSON schema: ${JSON.stringify(postSchema)}`;
  return {
    model,
    messages: [
      { role: "system", content: `${system}${format}` },
      { role: "user", content: user },
      ...(repair === undefined
        ? []
        : [
            { role: "assistant", content: JSON.stringify(repair.answer) },
            { role: "user", content: repairText(repair.problems) },
          ]),
    ],
    ...(withSchema && {
      max_tokens: outputTokensMax,
      response_format: {
        type: "json_schema",
        json_schema: { name: postFormat, strict: true, schema: postSchema },
      },
    }),
  };
}

function send(
  { url, apiKey }: OpenedModelEndpoint,
  body: object,
  timeoutMs: number,
  { allowLoopback }: Sending,
): Promise<GuardedResponse> {
  const content = JSON.stringify(body);
  return guardedFetch(completionsUrl(url), {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(content)),
      "User-Agent": "ContentPipelineService-Generator/1.0",
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
    },
    body: content,
    timeoutMs,
    maxBodyBytes: responseBytesMax,
    wholeBody: true,
    allowLoopback,
    keepAlive: true,
  });
}

/** The URL may name the API, such as https://api.example.com/v1, or its `/chat/completions` itself. A query stays. */
function completionsUrl(url: string): string {
  const target = new URL(url);
  const path = target.pathname.replace(/\/+$/, "");
  target.pathname = path.endsWith("/chat/completions") ? path : `${path}/chat/completions`;
  return target.href;
}

function answerIn(response: GuardedResponse, nowMs: number): Answer {
  const { status, headers, body } = response;
  if (status < 200 || status > 299) return failedStatus(status, retryAfterMsIn(headers, nowMs));
  const json = jsonIn(body.toString("utf8"));
  const [choice] = asList(fieldOf(json, "choices"));
  const usage = fieldOf(json, "usage");
  const tokens = countedTokens(fieldOf(usage, "prompt_tokens"), fieldOf(usage, "completion_tokens"));
  const finishReason = fieldOf(choice, "finish_reason");
  const message = fieldOf(choice, "message");
  if (finishReason === "content_filter" || typeof fieldOf(message, "refusal") === "string")
    return { outcome: "intervened", reason: "A filter of the model endpoint stopped the text.", tokens };
  if (choice === undefined)
    return failure("The model endpoint did not answer in the format of /chat/completions.", "lasting");
  const content = fieldOf(message, "content");
  const isCut = finishReason === "length";
  const value = typeof content === "string" && !isCut ? jsonIn(content) : undefined;
  return { outcome: "answered", value, tokens };
}

function failedStatus(status: number, retryAfterMs: number | undefined): Answer {
  if (status === 401 || status === 403)
    return failure(
      `The model endpoint does not accept the brand's key (status ${status}): replace it by PUT /v1/brands/{id}/model-endpoint.`,
      "lasting",
    );
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { ...failure(`The model endpoint was busy or failed (status ${status}).`, "busy"), retryAfterMs };
  return failure(
    `The model endpoint rejected the request (status ${status}): check its URL and the name of the model.`,
    "lasting",
  );
}

/** The message of a guarded fetch has no secret: of the URL it names the host only. */
function withoutResponse({ code, message }: FetchError): Answer {
  const reason = `The model endpoint could not be used: ${message}.`;
  switch (code) {
    case "bad_url":
    case "blocked_address":
    case "tls":
    case "too_large":
    case "too_many_redirects":
      return failure(reason, "lasting");
    case "timeout":
      return failure(reason, "late");
    case "dns":
    case "connect":
    case "protocol":
      return failure(reason, "busy");
  }
}

const failure = (reason: string, kind: "busy" | "late" | "lasting") =>
  ({ outcome: "failed", reason, kind }) as const;
