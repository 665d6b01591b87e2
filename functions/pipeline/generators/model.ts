import { setTimeout as sleep } from "node:timers/promises";
import type { TokenCount } from "../../domain/generator.ts";

/** What a model is asked. */
export interface Prompt {
  system: string;
  user: string;
  /** The answer that the checks rejected, in the requested format, with what was wrong. */
  repair?: { answer: { text: string; hashtags: string[] }; problems: readonly string[] };
}

export type Answer =
  | {
      outcome: "answered";
      /** Parsed JSON; undefined if the answer is none, or was cut off. */
      value: unknown;
      tokens: TokenCount;
    }
  /** A filter of the model's provider has stopped the answer. */
  | { outcome: "intervened"; reason: string; tokens: TokenCount }
  | {
      outcome: "failed";
      reason: string;
      /** busy: the same request may succeed later; late: the call took all its time; lasting: any request will fail. */
      kind: "busy" | "late" | "lasting";
      retryAfterMs?: number | undefined;
    };

/** Asks a model once. It never throws for what the model or the network does. */
export type Ask = (prompt: Prompt, timeoutMs: number) => Promise<Answer>;

/** A model rarely needs ten seconds for a post, and a run writes up to 90 posts. */
const callMsMax = 20_000;
const triesMax = 3;
const firstPauseMs = 400;
const pauseMsMax = 8_000;

/**
 * Asks a model within this time, and again after a pause while it is busy: three times in all. A call that took all its
 * time is not repeated.
 */
export async function askPatiently(ask: Ask, prompt: Prompt, timeLimitMs: number): Promise<Answer> {
  const endsAtMs = performance.now() + timeLimitMs;
  for (let tries = 1; ; tries += 1) {
    const leftMs = endsAtMs - performance.now();
    const answer = await ask(prompt, Math.max(1, Math.min(callMsMax, leftMs)));
    if (answer.outcome !== "failed" || answer.kind !== "busy" || tries === triesMax) return answer;
    // A random part, so that calls of a run that were rejected together are not repeated together.
    const pauseMs = firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
    const waitMs = Math.max(pauseMs, answer.retryAfterMs ?? 0);
    if (waitMs > pauseMsMax || performance.now() + waitMs > endsAtMs) return answer;
    await sleep(waitMs);
  }
}
