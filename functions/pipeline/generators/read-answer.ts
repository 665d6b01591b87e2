import type { TokenCount } from "../../domain/generator.ts";

/** Parses JSON, also in the code block that some models put around it. Returns undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  const inside = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}

/** Returns a value that is a list, and an empty list for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** No call uses more tokens. A provider that counts more has a fault. */
const tokensMax = 1_000_000;

const counted = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? Math.min(value, tokensMax) : 0;

/** Returns the tokens that a provider has counted, and 0 where it has counted none. */
export function countedTokens(input: unknown, output: unknown): TokenCount {
  return { inputTokens: counted(input), outputTokens: counted(output) };
}
