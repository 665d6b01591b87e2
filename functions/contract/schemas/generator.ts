import * as z from "zod/mini";
import { generatorTypes } from "../../domain/generator.ts";
import { amount } from "./fields.ts";

const price = amount(10_000);

export const tokenPrice = z.object({ input: price, output: price });

export const guardrail = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{1,64}$/, "must be the id of a guardrail, such as gr1a2b3c4d5e")),
  version: z.string().check(z.regex(/^(?:[1-9][0-9]{0,7}|DRAFT)$/, "must be a version, such as 1, or DRAFT")),
});

const modelId = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-zA-Z0-9._:-]{0,199}$/,
      "must be the id of a model or of an inference profile, such as eu.amazon.nova-lite-v1:0",
    ),
  );

export const templateGenerator = z.object({ type: z.literal("template") });

export const bedrockGenerator = z.object({
  type: z.literal("bedrock"),
  model: modelId,
  guardrail: z.optional(guardrail),
  pricePerMillionTokens: z.optional(tokenPrice),
});

export const openaiCompatibleGenerator = z.object({
  type: z.literal("openai_compatible"),
  pricePerMillionTokens: z.optional(tokenPrice),
});

export const generator = z.discriminatedUnion(
  "type",
  [templateGenerator, bedrockGenerator, openaiCompatibleGenerator],
  { error: `must be one of ${generatorTypes.join(", ")}` },
);

/** What wrote a post. */
export const postGenerator = z.object({
  type: z.enum(generatorTypes),
  fallback: z.nullable(z.object({ reason: z.string() })),
});

const tokens = z.int().check(z.minimum(0));

export const modelUsage = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  costUsd: z.nullable(z.number().check(z.minimum(0))),
});
