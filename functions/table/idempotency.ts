import { requestSecondsMax } from "../contract/route.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { keptRequestKey } from "./keys.ts";
import type { Once, Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

/** How long a request is known by its Idempotency-Key (contract, section 1). */
const keptForMs = dayMs;
/** Whoever has not answered by then has died: a function is ended sooner. */
const heldForMs = (requestSecondsMax + 5) * secondMs;

/** Names a request under an Idempotency-Key; nothing in it can be told back to the key's text. */
export interface KeptRequestRef {
  organizationId: string;
  hash: string;
}

/** A request as it is stored. */
interface KeptRequest {
  fingerprint: string;
  /** The execution that carries the request out, or has. */
  holder: string;
  heldUntilMs: number;
  /** What the holder's ids and secrets come from, and its moment: another execution can find its answer again by them. */
  seed: string;
  startedAtMs: number;
  /** Epoch seconds. */
  expiresAt: number;
  /** The commit that stored the holder's change; it is there exactly when the change is. */
  done?: string;
  /** Sealed. */
  reply?: Uint8Array;
}

export type Claim =
  /** The caller carries the request out; or it `isDone`, and the caller finds the answer of who did it again. */
  | { outcome: "held"; seed: string; startedAtMs: number; isDone: boolean }
  | { outcome: "answered"; seed: string; reply: Uint8Array }
  /** Somebody else is carrying it out. */
  | { outcome: "busy" }
  /** The key was used for a request with another fingerprint. */
  | { outcome: "other" };

/**
 * Claims a request for one execution: one write, which also answers with what stands where somebody else was first. A
 * later execution takes over from one that died or failed: anew, as of now, or on what that one has stored.
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
    update: `${begun.update} REMOVE reply, done`,
    values: { ...begun.values, ":nowSeconds": Math.floor(nowMs / secondMs) },
  });
  const found = trusted<KeptRequest>(claimed.item);
  // Its own claim, the answer to which was lost, is met by the client's next try.
  if (claimed.written || found.holder === offer.holder) return held(found);
  if (found.fingerprint !== offer.fingerprint) return { outcome: "other" };
  if (found.reply !== undefined) return { outcome: "answered", seed: found.seed, reply: found.reply };
  if (found.heldUntilMs > nowMs) return { outcome: "busy" };
  return takeOver(table, ref, found, {
    holder: offer.holder,
    heldUntilMs,
    ...(found.done === undefined && { seed: offer.seed, startedAtMs: nowMs }),
  });
}

async function takeOver(
  table: Table,
  ref: KeptRequestRef,
  found: KeptRequest,
  changes: Pick<KeptRequest, "holder" | "heldUntilMs"> & Partial<Pick<KeptRequest, "seed" | "startedAtMs">>,
): Promise<Claim> {
  const fields = assign(changes);
  const asFound = found.done === undefined ? "attribute_not_exists(done)" : "attribute_exists(done)";
  const taken = await updateItem(table, keptRequestKey(ref), {
    ...fields,
    condition: `#holder = :found AND attribute_not_exists(reply) AND ${asFound}`,
    values: { ...fields.values, ":found": found.holder },
  });
  const standing = trusted<KeptRequest | null>(taken.item);
  return standing?.holder === changes.holder ? held(standing) : { outcome: "busy" };
}

const held = ({ seed, startedAtMs, done }: KeptRequest): Claim => ({
  outcome: "held",
  seed,
  startedAtMs,
  isDone: done !== undefined,
});

/**
 * What holds a request to one execution: the mark goes with the holder's change, so that the change is stored once and
 * whoever comes later knows. A holder whose request was taken over stores nothing any more.
 */
export function onceBy(
  ref: KeptRequestRef,
  { holder, isDone, newCommitId }: Pick<Once, "isDone" | "newCommitId"> & { holder: string },
): Once {
  return {
    isDone,
    newCommitId,
    mark: (commitId) => ({
      kind: "update",
      key: keptRequestKey(ref),
      update: "SET done = :commit",
      condition: "holder = :holder AND attribute_not_exists(done)",
      values: { ":commit": commitId, ":holder": holder },
    }),
    isMarkedBy: (found, commitId) => found?.done === commitId,
  };
}

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
 * Ends a holder's claim without a reply, for the next try to take over at once. `isRefused`: nothing was done and
 * nothing will be, and the key is free for any request.
 */
export async function releaseRequest(
  table: Table,
  ref: KeptRequestRef,
  holder: string,
  { isRefused, nowMs }: { isRefused: boolean; nowMs: number },
): Promise<void> {
  const ended = isRefused ? { expiresAt: Math.floor(nowMs / secondMs) } : { heldUntilMs: nowMs };
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
