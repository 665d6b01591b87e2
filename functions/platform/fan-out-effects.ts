import type { WebhookRef } from "../table/webhooks.ts";
import type { Effects } from "./effects.ts";
import { derivedId, madeAtMs } from "./ids.ts";
import type { SecretBox } from "./secret-box.ts";
import { fitsOneCall } from "./sender.ts";

/** What the fan-out of events needs from this platform. */
export type FanOutEffects = ReturnType<typeof fanOutEffects>;

export function fanOutEffects(
  { table, nowMs }: Pick<Effects, "table" | "nowMs">,
  secrets: Pick<SecretBox, "open">,
) {
  return {
    table,
    nowMs,
    derivedId,
    madeAtMs,
    fitsOneCall,
    openSecret: (sealed: string, owner: WebhookRef) => secrets.open(sealed, { ...owner }),
  };
}
