import { requestSecondsMax } from "../contract/route.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { keptRequestKey } from "./keys.ts";
import type { Table } from "./table.ts";
import { assign, updateItem } from "./update.ts";

/** How long a request is known by its Idempotency-Key (contract, section 1). */
const keptForMs = dayMs;
/** Whoever has not answered by then has died: a function is ended sooner. */
const heldForMs = (requestSecondsMax + 5) * secondMs;

/** Names a request under an Idempotency-Key; nothing in it can be told back to the key's text. */
export interface KeptRequestRef {
  organizationId: string;
  hash: string;
}

/** A request as it is stored: all that makes a second execution of it the same as the first, and its sealed reply. */
interface KeptRequest {
  fingerprint: string;
  seed: string;
  startedAtMs: number;
  holder: string;
  heldUntilMs: number;
  /** Epoch seconds. */
  expiresAt: number;
  reply?: Uint8Array;
}

export type Claim =
  /** The caller carries the request out, from this seed and as at this moment, whoever may have begun before. */
  | { outcome: "held"; seed: string; startedAtMs: number }
  | { outcome: "answered"; seed: string; reply: Uint8Array }
  /** Somebody else is carrying it out. */
  | { outcome: "busy" }
  /** The key was used for a request with another fingerprint. */
  | { outcome: "other" };

/**
 * Claims a request for one execution: one write, which also answers with what stands where somebody else was first. A
 * second one takes over from an execution that died.
 */
export async function claimRequest(
  table: Table,
  ref: KeptRequestRef,
  offer: Pick<KeptRequest, "fingerprint" | "seed" | "holder">,
  nowMs: number,
): Promise<Claim> {
  const key = keptRequestKey(ref);
  const heldUntilMs = nowMs + heldForMs;
  const expiresAt = Math.ceil((nowMs + keptForMs) / secondMs);
  const begun = assign({ ...offer, startedAtMs: nowMs, heldUntilMs, expiresAt });
  const claimed = await updateItem(table, key, {
    ...begun,
    // The table forgets what has expired in its own time, hours later.
    condition: "attribute_not_exists(pk) OR #expiresAt <= :nowSeconds",
    update: `${begun.update} REMOVE reply`,
    values: { ...begun.values, ":nowSeconds": Math.floor(nowMs / secondMs) },
  });
  const found = trusted<KeptRequest>(claimed.item);
  // Its own claim, the answer to which was lost, is met by the client's next try.
  if (claimed.written || found.holder === offer.holder) return held(found);
  if (found.fingerprint !== offer.fingerprint) return { outcome: "other" };
  if (found.reply !== undefined) return { outcome: "answered", seed: found.seed, reply: found.reply };
  if (found.heldUntilMs > nowMs) return { outcome: "busy" };
  const taken = await updateItem(table, key, {
    ...assign({ holder: offer.holder, heldUntilMs }),
    condition: "holder = :dead AND attribute_not_exists(reply)",
    values: { ":holder": offer.holder, ":heldUntilMs": heldUntilMs, ":dead": found.holder },
  });
  const standing = trusted<KeptRequest | null>(taken.item);
  return taken.written || standing?.holder === offer.holder ? held(found) : { outcome: "busy" };
}

const held = ({ seed, startedAtMs }: KeptRequest): Claim => ({ outcome: "held", seed, startedAtMs });

/** Keeps the reply of a request, if the holder still has it: who has taken it over keeps its own. */
export async function keepReply(
  table: Table,
  ref: KeptRequestRef,
  holder: string,
  reply: Uint8Array,
): Promise<void> {
  await changeHeld(table, ref, holder, { reply });
}

/**
 * Ends a holder's claim without a reply. `asBegun`: it may have been carried out, and the next try goes on from the same
 * beginnings; otherwise nothing was done, and the key is free for any request.
 */
export async function releaseRequest(
  table: Table,
  ref: KeptRequestRef,
  holder: string,
  { asBegun, nowMs }: { asBegun: boolean; nowMs: number },
): Promise<void> {
  const ended = asBegun ? { heldUntilMs: nowMs } : { expiresAt: Math.floor(nowMs / secondMs) };
  await changeHeld(table, ref, holder, ended);
}

async function changeHeld(
  table: Table,
  ref: KeptRequestRef,
  holder: string,
  changes: Partial<KeptRequest>,
): Promise<void> {
  const fields = assign(changes);
  await updateItem(table, keptRequestKey(ref), {
    ...fields,
    values: { ...fields.values, ":own": holder },
    condition: "holder = :own",
  });
}
