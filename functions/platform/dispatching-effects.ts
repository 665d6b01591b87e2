import { openDispatcher } from "./dispatcher.ts";
import { type Effects, openEffects } from "./effects.ts";
import { type FanOutEffects, fanOutEffects } from "./fan-out-effects.ts";
import { openSecretBox } from "./secrets.ts";
import { openSender } from "./sender.ts";
import { type Shortcut, senderWithShortcuts } from "./shortcuts.ts";

/**
 * The side effects of a worker that dispatches what it commits at once, to the queues that the stack lets it send to.
 * @param openShortcut makes the shortcut of events with few subscriptions
 */
export function openDispatchingEffects(
  openShortcut: (effects: FanOutEffects) => Shortcut,
  secrets = openSecretBox(),
): Effects {
  const { table, nowMs, ...others } = openEffects();
  const shortcut = openShortcut(fanOutEffects({ table, nowMs }, secrets));
  const dispatcher = openDispatcher(table, senderWithShortcuts(openSender(), shortcut, nowMs), nowMs);
  return { ...others, nowMs, table: { ...table, dispatcher } };
}
