import * as generators from "../../../functions/contract/schemas/generator.ts";
import { commonSchema, enumSchema, responseSchema } from "../component.ts";

const price =
  "What the model charges, in US dollars for a million tokens. With it, runs show their cost. Without it, they show tokens only.";

export const generatorComponents = {
  Generator: enumSchema(generators.generator, "The generator that writes a pipeline's posts."),
  TemplateGenerator: commonSchema(
    generators.templateGenerator,
    "Writes a post from the title and the summary of its item. It is deterministic and needs nothing.",
    { type: "The kind of generator." },
  ),
  BedrockGenerator: commonSchema(
    generators.bedrockGenerator,
    "A model of Amazon Bedrock, in the region of the service. The operator must have access to the model.",
    {
      type: "The kind of generator.",
      model: "The id of the model or of an inference profile, such as `eu.amazon.nova-lite-v1:0`.",
      guardrail: "A guardrail that judges each item and each text. A post that it stops waits for approval.",
      pricePerMillionTokens: price,
    },
  ),
  OpenaiCompatibleGenerator: commonSchema(
    generators.openaiCompatibleGenerator,
    "The model endpoint of the brand.",
    { type: "The kind of generator.", pricePerMillionTokens: price },
  ),
  Guardrail: commonSchema(generators.guardrail, "A guardrail of Amazon Bedrock.", {
    id: "The id of the guardrail, such as `gr1a2b3c4d5e`.",
    version: "The version of the guardrail: a number, or `DRAFT`.",
  }),
  TokenPrice: commonSchema(generators.tokenPrice, "The price of a million tokens, in US dollars.", {
    input: "For what the model reads: 0, or at least 0.000001.",
    output: "For what the model writes: 0, or at least 0.000001.",
  }),
  ModelUsage: responseSchema(generators.modelUsage, "What model calls used.", {
    inputTokens: "The tokens that the model has read.",
    outputTokens: "The tokens that the model has written.",
    costUsd:
      "What they cost in US dollars, by the `pricePerMillionTokens` of the generator; `null` if it names no price.",
  }),
};
