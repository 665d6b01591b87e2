import { acquirePermit, type PermitScope, releasePermit } from "./permits.ts";
import type { Table } from "./store/table.ts";

interface SharedPermitsOptions {
  table: Table;
  nowMs: () => number;
  /** A token that no other lease has. */
  newLeaseToken: () => string;
  /** Longer than the work that a permit allows: after this time another worker may acquire the permit. */
  leaseMs: number;
}

interface Permit {
  release(): Promise<void>;
}

interface SharedPermit {
  permit: Promise<Permit | null>;
  users: number;
}

/** The permits of one process. */
interface SharedPermits {
  /**
   * Runs `work` with a permit of a scope. Messages that run at the same time in this process share the permit: it stands
   * for one worker, however many messages the worker handles. The first acquires it, and the last releases it.
   * @param permits how many workers may have a permit of the scope at the same time
   * @returns what `work` returns; null, without running it, when no permit is free
   */
  within<Result>(
    scope: PermitScope,
    permits: number,
    work: () => Promise<Result | null>,
  ): Promise<Result | null>;
}

export function openSharedPermits(options: SharedPermitsOptions): SharedPermits {
  const shared = new Map<string, SharedPermit>();
  return {
    async within(scope, permits, work) {
      const name = JSON.stringify(scope);
      const own = shared.get(name) ?? { permit: permitOf(options, scope, permits), users: 0 };
      shared.set(name, own);
      own.users += 1;
      let permit: Permit | null = null;
      try {
        permit = await own.permit;
        return permit === null ? null : await work();
      } finally {
        own.users -= 1;
        if (own.users === 0) {
          if (shared.get(name) === own) shared.delete(name);
          await permit?.release();
        }
      }
    },
  };
}

async function permitOf(
  { table, nowMs, newLeaseToken, leaseMs }: SharedPermitsOptions,
  scope: PermitScope,
  permits: number,
): Promise<Permit | null> {
  const leaseToken = newLeaseToken();
  const acquiredAtMs = nowMs();
  const permit = await acquirePermit(table, scope, {
    permits,
    leaseToken,
    nowMs: acquiredAtMs,
    untilMs: acquiredAtMs + leaseMs,
  });
  return permit === null ? null : { release: () => releasePermit(table, scope, { permit, leaseToken }) };
}
