import { type Expiring, expiryOf, isExpired } from "../domain/lifetimes.ts";
import { secondMs } from "../domain/time.ts";
import { storedForMs } from "./idempotency.ts";
import { storedRequestKey } from "./keys.ts";
import { readItem } from "./store/read.ts";
import type { IdempotentCommit, Table } from "./store/table.ts";

/**
 * Returns the table with which one part of a request is stored once: for a request that stores several changes in a
 * transaction each. The part has a mark of its own, an item that expires like the request. Only a request with an
 * Idempotency-Key needs marks.
 * @param part names the part in its request
 */
export async function tableForPart(table: Table, part: string): Promise<Table> {
  const { idempotentCommit } = table;
  if (idempotentCommit === undefined) return table;
  return { ...table, idempotentCommit: await commitForPart(table, idempotentCommit, part) };
}

async function commitForPart(
  table: Table,
  { request, newCommitId }: IdempotentCommit,
  part: string,
): Promise<IdempotentCommit> {
  const { organizationId, hash, startedAtMs } = request;
  const key = storedRequestKey({ organizationId, hash: `${hash}#${part}` });
  const found = await readItem<Expiring>(table, key);
  const expiresAt = expiryOf(storedForMs, startedAtMs);
  return {
    request,
    newCommitId,
    alreadyApplied: found !== null && !isExpired(found, startedAtMs),
    mark: (commitId) => ({
      kind: "put",
      item: { ...key, commitId, expiresAt },
      // DynamoDB deletes expired items hours later: replace one that has expired.
      condition: "attribute_not_exists(pk) OR expiresAt <= :nowSeconds",
      values: { ":nowSeconds": Math.floor(startedAtMs / secondMs) },
    }),
    isMarkedBy: (stored, commitId) => stored?.commitId === commitId,
  };
}
