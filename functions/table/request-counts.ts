import { defaultLimits } from "../domain/organization.ts";
import { minuteMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { requestCountKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/** Counts the requests of all keys of an organization. The first request stores it. */
interface RequestCount {
  /** When the current window of the limit began. */
  windowStartMs?: number;
  requests?: number;
  /** Absent until the operator sets it. */
  requestsPerMinute?: number;
}

const windowMs = minuteMs;

/** The change that sets the limit of an organization. */
export function requestLimitChange(organizationId: string, requestsPerMinute: number): Change {
  return {
    kind: "update",
    key: requestCountKey(organizationId),
    update: "SET requestsPerMinute = :limit",
    values: { ":limit": requestsPerMinute },
  };
}

/**
 * Counts requests of an organization, with one write; with a second one if they begin a window. The last ones that are
 * counted may exceed the limit.
 * @returns null if the limit was not reached before; else the end of the window, in epoch milliseconds, and nothing is
 *   counted
 */
export async function countRequests(
  table: Table,
  organizationId: string,
  requests: number,
  nowMs: number,
): Promise<number | null> {
  const key = requestCountKey(organizationId);
  for (;;) {
    const counted = await updateItem(table, key, {
      update: "ADD requests :requests",
      condition:
        "windowStartMs > :ended AND (requests < requestsPerMinute OR (attribute_not_exists(requestsPerMinute) AND requests < :default))",
      values: {
        ":requests": requests,
        ":ended": nowMs - windowMs,
        ":default": defaultLimits.requestsPerMinute,
      },
    });
    if (counted.written) return null;
    const { windowStartMs = 0 } = trusted<RequestCount>(counted.item ?? {});
    if (windowStartMs > nowMs - windowMs) return windowStartMs + windowMs;
    const begun = await updateItem(table, key, {
      update: "SET windowStartMs = :now, requests = :requests",
      condition: "attribute_not_exists(windowStartMs) OR windowStartMs = :known",
      values: { ":now": nowMs, ":requests": requests, ":known": windowStartMs },
    });
    if (begun.written) return null;
    // Another request has begun the window: count in it.
  }
}
