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
  const intents = await overdueIntents(table, ulid(now - overdueAfterMs));
  if (intents.length === 0) return;
  const { failed, errors } = await relay.handOn(intents, now);
  await forgetIntents(
    table,
    intents.filter((intent) => !failed.has(intent)),
  );
  logger.warn("swept intents that the relay had missed", {
    swept: intents.length - failed.size,
    left: failed.size,
  });
  const [error] = errors;
  if (error) throw error;
}
