export const generatorTypes = ["template", "bedrock", "openai_compatible"] as const;
export type GeneratorType = (typeof generatorTypes)[number];

/** What a model charges, in US dollars for a million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
}

/** The settings of each generator, as a pipeline has them. */
interface SettingsByType {
  template: object;
  bedrock: {
    /** The id of a foundation model or of an inference profile. */
    model: string;
    guardrail?: { id: string; version: string } | undefined;
    pricePerMillionTokens?: TokenPrice | undefined;
  };
  /** Its URL, model and key belong to the brand. */
  openai_compatible: { pricePerMillionTokens?: TokenPrice | undefined };
}

export type GeneratorOf<Type extends GeneratorType> = { type: Type } & SettingsByType[Type];

/** The generator of a pipeline. */
export type Generator = { [Type in GeneratorType]: GeneratorOf<Type> }[GeneratorType];

/** What wrote a post of a run. */
export interface PostGenerator {
  /** The generator of the pipeline. */
  type: GeneratorType;
  /** Why the template wrote the post in place of that generator; null if it did not. */
  fallback: { reason: string } | null;
}

/** The tokens that a model has read and written. */
export interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}

export const noTokens: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** What the model calls of a run used. */
export interface ModelUsage extends TokenCount {
  /** In US dollars; null if the pipeline's generator names no price. */
  costUsd: number | null;
}

const million = 1_000_000;

/** Returns what these tokens cost, rounded to a millionth of a dollar. */
export function usageOf(
  { inputTokens, outputTokens }: TokenCount,
  price: TokenPrice | undefined,
): ModelUsage {
  if (price === undefined) return { inputTokens, outputTokens, costUsd: null };
  // A price for a million tokens is also a price for one token in millionths of a dollar.
  const millionths = Math.round(inputTokens * price.input + outputTokens * price.output);
  return { inputTokens, outputTokens, costUsd: millionths / million };
}

/** The tokens of two calls together. */
export function addTokens(one: TokenCount, other: TokenCount): TokenCount {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
