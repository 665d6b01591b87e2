import { ulid } from "ulid";
import { minuteMs } from "../domain/time.ts";
import { openEffects } from "../platform/effects.ts";
import { logger } from "../platform/logger.ts";
import { openRelay } from "../platform/relay.ts";
import { forgetIntents, overdueIntents } from "../table/intents.ts";

/** An intent as old as this was missed by the relay, which takes well under a second. */
const overdueAfterMs = 2 * minuteMs;

const { table, nowMs } = openEffects();
const relay = openRelay();

/** Hands on what the relay missed. Runs every few minutes, and when the relay's mapping gives a record up. */
export async function handler(): Promise<void> {
  const now = nowMs();
  let swept = 0;
  const problems: unknown[] = [];
  for await (const intents of overdueIntents(table, ulid(now - overdueAfterMs))) {
    const { failed, errors } = await relay.handOn(intents, now);
    const handedOn = intents.filter((intent) => !failed.has(intent));
    await forgetIntents(table, handedOn);
    swept += handedOn.length;
    problems.push(...errors);
  }
  if (swept > 0) logger.warn("swept intents that the relay had missed", { swept });
  for (const error of problems) logger.error("an intent could not be handed on", { error });
}
