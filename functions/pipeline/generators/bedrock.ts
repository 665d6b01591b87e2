import type { ConverseCommandInput, ConverseCommandOutput, Message } from "@aws-sdk/client-bedrock-runtime";
import type { GeneratorOf } from "../../domain/generator.ts";
import type { Answer, Ask, Prompt } from "./model.ts";
import { postFormat, postFormatDescription, postSchema, repairText } from "./prompt.ts";
import { countedTokens } from "./read-answer.ts";

/** One call of the Converse API. @throws the errors of the SDK */
type Converse = (input: ConverseCommandInput, abortSignal: AbortSignal) => Promise<ConverseCommandOutput>;

/** A function that calls Amazon Bedrock; or why there is none, as in a local runtime without credentials. */
export type BedrockAccess = { converse: Converse } | { unavailable: string };

const outputTokensMax = 2_000;
/** The id of the tool's call in a repair. Converse requires one, and takes any. */
const toolUseId = "first_post";

/**
 * Asks a model of Amazon Bedrock by its Converse API. The model must answer with one tool, whose input is the post.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export function askBedrock(settings: GeneratorOf<"bedrock">, access: BedrockAccess): Ask {
  // Not every model can enforce the schema of a tool. A model that rejects it is asked without it from then on.
  let isStrict = true;
  return async (prompt, timeoutMs) => {
    if ("unavailable" in access) return failure(access.unavailable, "lasting");
    const { converse } = access;
    const abortSignal = AbortSignal.timeout(Math.ceil(timeoutMs));
    try {
      const output = await converse(inputOf(settings, prompt, isStrict), abortSignal).catch(
        (error: unknown) => {
          if (!isStrict || !rejectsStrictTools(error)) throw error;
          isStrict = false;
          return converse(inputOf(settings, prompt, false), abortSignal);
        },
      );
      const tokens = countedTokens(output.usage?.inputTokens, output.usage?.outputTokens);
      const { stopReason } = output;
      if (stopReason === "guardrail_intervened")
        return { outcome: "intervened", reason: "The guardrail stopped the text.", tokens };
      if (stopReason === "content_filtered")
        return { outcome: "intervened", reason: "A filter of Amazon Bedrock stopped the text.", tokens };
      const used = output.output?.message?.content?.find(({ toolUse }) => toolUse?.name === postFormat);
      const value = stopReason === "tool_use" ? used?.toolUse?.input : undefined;
      return { outcome: "answered", value, tokens };
    } catch (error) {
      if (abortSignal.aborted)
        return failure(`The model did not answer within ${Math.ceil(timeoutMs / 1_000)} s.`, "late");
      return failureOf(error, settings.model);
    }
  };
}

function inputOf(
  { model, guardrail }: GeneratorOf<"bedrock">,
  { system, user, repair }: Prompt,
  strict: boolean,
): ConverseCommandInput {
  // Of the prompt, a guardrail judges only this part, which strangers wrote.
  const content = guardrail === undefined ? { text: user } : { guardContent: { text: { text: user } } };
  return {
    modelId: model,
    system: [{ text: system }],
    messages: [{ role: "user", content: [content] }, ...(repair === undefined ? [] : repairOf(repair))],
    inferenceConfig: { maxTokens: outputTokensMax },
    toolConfig: {
      tools: [
        {
          toolSpec: {
            name: postFormat,
            description: postFormatDescription,
            inputSchema: { json: postSchema },
            ...(strict && { strict: true }),
          },
        },
      ],
      toolChoice: { tool: { name: postFormat } },
    },
    ...(guardrail !== undefined && {
      guardrailConfig: { guardrailIdentifier: guardrail.id, guardrailVersion: guardrail.version },
    }),
  };
}

function repairOf({ answer, problems }: NonNullable<Prompt["repair"]>): Message[] {
  return [
    { role: "assistant", content: [{ toolUse: { toolUseId, name: postFormat, input: answer } }] },
    {
      role: "user",
      content: [{ toolResult: { toolUseId, status: "error", content: [{ text: repairText(problems) }] } }],
    },
  ];
}

function rejectsStrictTools(error: unknown): boolean {
  return error instanceof Error && error.name === "ValidationException" && /strict/i.test(error.message);
}

/** The same call may succeed later: it was throttled, or the model is starting, overloaded or broken. */
const passing = new Set([
  "ThrottlingException",
  "ServiceQuotaExceededException",
  "ServiceUnavailableException",
  "InternalServerException",
  "ModelNotReadyException",
  "ModelErrorException",
  "ModelTimeoutException",
]);
const withoutCredentials = new Set([
  "CredentialsProviderError",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "ExpiredTokenException",
]);

function failureOf(error: unknown, model: string): Answer {
  const name = error instanceof Error ? error.name : "";
  if (passing.has(name)) return failure(`Amazon Bedrock was busy or failed (${name}).`, "busy");
  if (withoutCredentials.has(name))
    return failure("The service has no valid AWS credentials for Amazon Bedrock.", "lasting");
  switch (name) {
    case "AccessDeniedException":
      return failure(
        `Amazon Bedrock does not let the service use the model ${model}: the operator must allow it.`,
        "lasting",
      );
    case "ResourceNotFoundException":
      return failure(`Amazon Bedrock has no model ${model} in this region, or no such guardrail.`, "lasting");
    case "ValidationException":
      return failure(
        `Amazon Bedrock rejected the request for the model ${model}: check that it exists and can use tools.`,
        "lasting",
      );
    default:
      // A broken connection, or a response that is cut off or no JSON.
      return failure("Amazon Bedrock could not be reached, or its answer could not be read.", "busy");
  }
}

const failure = (reason: string, kind: "busy" | "late" | "lasting") =>
  ({ outcome: "failed", reason, kind }) as const;
