import type { TokenCount } from "../../domain/generator.ts";

/** Parses JSON, also in the code block that some models put around it; undefined if it is none. */
export function jsonIn(text: string): unknown {
  const inside = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}

/** No call uses more. A provider that says so has a fault. */
const tokensMax = 1_000_000;

const counted = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? Math.min(value, tokensMax) : 0;

/** The tokens as a provider counts them; 0 for what it does not count. */
export function countedTokens(input: unknown, output: unknown): TokenCount {
  return { inputTokens: counted(input), outputTokens: counted(output) };
}
