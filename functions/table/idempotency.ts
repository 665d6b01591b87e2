import { requestSecondsMax } from "../contract/route.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { storedRequestKey } from "./keys.ts";
import type { IdempotentCommit, Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

/** How long a request is stored under its Idempotency-Key (contract, section 1). */
export const storedForMs = dayMs;
/** Longer than a function may run: an execution without a response by then has died. */
const leaseMs = (requestSecondsMax + 5) * secondMs;

/** Names a request with an Idempotency-Key. The key's text cannot be recovered from it. */
export interface StoredRequestRef {
  organizationId: string;
  hash: string;
}

interface StoredRequest {
  fingerprint: string;
  /** The execution that has the lease, or had it last. */
  executionId: string;
  leaseUntilMs: number;
  /**
   * The execution's ids and secrets are derived from the seed, and its time is `startedAtMs`: so another execution can
   * compute the same response.
   */
  seed: string;
  startedAtMs: number;
  /** Epoch seconds. */
  expiresAt: number;
  /** The commit that stored the execution's changes. It is stored together with them. */
  commitId?: string;
  /** Sealed. */
  response?: Uint8Array;
}

export type RequestLease =
  /**
   * The caller executes the request. If `alreadyApplied`, it only computes the response of the earlier execution again.
   */
  | { outcome: "leased"; seed: string; startedAtMs: number; alreadyApplied: boolean }
  /** The request has a stored response. */
  | { outcome: "completed"; seed: string; response: Uint8Array }
  /** Another execution has the lease. */
  | { outcome: "busy" }
  /** The key was used for a request with another fingerprint. */
  | { outcome: "key_reused" };

/**
 * Leases a request to one execution, with one write. When the lease of an earlier execution has expired, the caller
 * takes over: from the start if nothing is stored, else on what the earlier execution has stored.
 */
export async function leaseRequest(
  table: Table,
  ref: StoredRequestRef,
  request: Pick<StoredRequest, "fingerprint" | "seed" | "executionId">,
  nowMs: number,
): Promise<RequestLease> {
  const key = storedRequestKey(ref);
  const leaseUntilMs = nowMs + leaseMs;
  const expiresAt = Math.ceil((nowMs + storedForMs) / secondMs);
  const inserted = assign({ ...request, startedAtMs: nowMs, leaseUntilMs, expiresAt });
  const written = await updateItem(table, key, {
    ...inserted,
    // DynamoDB deletes expired items hours later: replace one that has expired.
    condition: "attribute_not_exists(pk) OR #expiresAt <= :nowSeconds",
    update: `${inserted.update} REMOVE #response, commitId`,
    names: { ...inserted.names, "#response": "response" },
    values: { ...inserted.values, ":nowSeconds": Math.floor(nowMs / secondMs) },
  });
  const found = trusted<StoredRequest>(written.item);
  // With our own id stored, the first try of this write succeeded and its response was lost.
  if (written.written || found.executionId === request.executionId) return leased(found);
  if (found.fingerprint !== request.fingerprint) return { outcome: "key_reused" };
  if (found.response !== undefined)
    return { outcome: "completed", seed: found.seed, response: found.response };
  if (found.leaseUntilMs > nowMs) return { outcome: "busy" };
  return takeOver(table, ref, found, {
    executionId: request.executionId,
    leaseUntilMs,
    ...(found.commitId === undefined && { seed: request.seed, startedAtMs: nowMs }),
  });
}

async function takeOver(
  table: Table,
  ref: StoredRequestRef,
  found: StoredRequest,
  changes: Pick<StoredRequest, "executionId" | "leaseUntilMs"> &
    Partial<Pick<StoredRequest, "seed" | "startedAtMs">>,
): Promise<RequestLease> {
  const fields = assign(changes);
  const asFound =
    found.commitId === undefined ? "attribute_not_exists(commitId)" : "attribute_exists(commitId)";
  const written = await updateItem(table, storedRequestKey(ref), {
    ...fields,
    condition: `#executionId = :found AND attribute_not_exists(#response) AND ${asFound}`,
    names: { ...fields.names, "#response": "response" },
    values: { ...fields.values, ":found": found.executionId },
  });
  const current = trusted<StoredRequest | null>(written.item);
  return current?.executionId === changes.executionId ? leased(current) : { outcome: "busy" };
}

const leased = ({ seed, startedAtMs, commitId }: StoredRequest): RequestLease => ({
  outcome: "leased",
  seed,
  startedAtMs,
  alreadyApplied: commitId !== undefined,
});

/**
 * Lets a request store its changes once: the mark is written in the same transaction, so later executions see it.
 * An execution whose lease was taken over stores nothing any more.
 */
export function idempotentCommitFor(
  ref: StoredRequestRef,
  execution: Pick<IdempotentCommit, "alreadyApplied" | "newCommitId"> & {
    executionId: string;
    startedAtMs: number;
  },
): IdempotentCommit {
  const { alreadyApplied, newCommitId, executionId, startedAtMs } = execution;
  return {
    alreadyApplied,
    newCommitId,
    mark: (commitId) => ({
      kind: "update",
      key: storedRequestKey(ref),
      update: "SET commitId = :commitId",
      condition: "executionId = :executionId AND attribute_not_exists(commitId)",
      values: { ":commitId": commitId, ":executionId": executionId },
    }),
    isMarkedBy: (found, commitId) => found?.commitId === commitId,
    request: { ...ref, startedAtMs },
  };
}

/** Stores the response of a request, if the execution still has the lease. */
export async function storeResponse(
  table: Table,
  ref: StoredRequestRef,
  executionId: string,
  response: Uint8Array,
): Promise<void> {
  await updateLeased(table, ref, executionId, { response });
}

/**
 * Ends an execution's lease without a response, so that the next try can take over at once.
 * @param request `isRejected`: nothing was stored and nothing will be, so the key is free for any request
 */
export async function releaseRequest(
  table: Table,
  ref: StoredRequestRef,
  executionId: string,
  { isRejected, nowMs }: { isRejected: boolean; nowMs: number },
): Promise<void> {
  const released = isRejected ? { expiresAt: Math.floor(nowMs / secondMs) } : { leaseUntilMs: nowMs };
  await updateLeased(table, ref, executionId, released);
}

async function updateLeased(
  table: Table,
  ref: StoredRequestRef,
  executionId: string,
  changes: Partial<StoredRequest>,
): Promise<void> {
  const fields = assign(changes);
  await updateItem(table, storedRequestKey(ref), {
    ...fields,
    values: { ...fields.values, ":own": executionId },
    condition: "executionId = :own",
  });
}
