import type { ConverseCommandInput, ConverseCommandOutput, Message } from "@aws-sdk/client-bedrock-runtime";
import type { GeneratorOf } from "../../domain/generator.ts";
import type { Answer, Ask, Prompt } from "./model.ts";
import { postFormat, postFormatDescription, postSchema, repairText } from "./prompt.ts";
import { countedTokens } from "./read-answer.ts";

/** One call of the Converse API. @throws the errors of the SDK */
type Converse = (input: ConverseCommandInput, abortSignal: AbortSignal) => Promise<ConverseCommandOutput>;

/** What calls Amazon Bedrock, or why nothing can, such as in a local runtime without credentials. */
export type BedrockAccess = { converse: Converse } | { unavailable: string };

const outputTokensMax = 2_000;
/** Names the call of the tool in a repair. Converse wants one, and takes any. */
const toolUseId = "first_post";

/**
 * Asks a model of Amazon Bedrock by its Converse API. The model must answer with one tool, whose input is the post.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export function askBedrock(settings: GeneratorOf<"bedrock">, access: BedrockAccess): Ask {
  // Not every model can enforce the schema of a tool. Once a model has said so, it is asked without.
  let isStrict = true;
  return async (prompt, timeoutMs) => {
    if ("unavailable" in access) return failure(access.unavailable, "lasting");
    const { converse } = access;
    const abortSignal = AbortSignal.timeout(Math.ceil(timeoutMs));
    try {
      const output = await converse(inputOf(settings, prompt, isStrict), abortSignal).catch(
        (error: unknown) => {
          if (!isStrict || !refusesStrictTools(error)) throw error;
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
  // A guardrail that is told which part is the stranger's judges that part.
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
  const input = asDocument(answer);
  return [
    { role: "assistant", content: [{ toolUse: { toolUseId, name: postFormat, input } }] },
    {
      role: "user",
      content: [{ toolResult: { toolUseId, status: "error", content: [{ text: repairText(problems) }] } }],
    },
  ];
}

/** The input of a tool is an object. A model that gave none gets an empty one. */
function asDocument(answer: unknown): { [name: string]: string } {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return {};
  return Object.fromEntries(Object.entries(answer).filter((entry) => typeof entry[1] === "string"));
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

function refusesStrictTools(error: unknown): boolean {
  return error instanceof Error && error.name === "ValidationException" && /strict/i.test(error.message);
}

/** These pass: throttling, and a model that is starting, overloaded or broken. */
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
  const name = nameOf(error);
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
        `Amazon Bedrock refused the request for the model ${model}: check that it exists and can use tools.`,
        "lasting",
      );
    default:
      // A broken connection, or a response that is cut off or no JSON.
      return failure("Amazon Bedrock could not be reached, or its answer could not be read.", "busy");
  }
}

const failure = (reason: string, kind: "busy" | "late" | "lasting") =>
  ({ outcome: "failed", reason, kind }) as const;
