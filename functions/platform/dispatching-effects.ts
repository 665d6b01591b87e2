import { openDispatcher } from "./dispatcher.ts";
import { type Effects, openEffects } from "./effects.ts";
import { openSender } from "./sender.ts";

/** The side effects of a worker that dispatches what it commits at once, to the queues that the stack lets it send to. */
export function openDispatchingEffects(): Effects {
  const { table, nowMs, ...others } = openEffects();
  const dispatcher = openDispatcher(table, openSender(), nowMs);
  return { ...others, nowMs, table: { ...table, dispatcher } };
}
