import { commit, Refused } from "./commit.ts";
import { turnKey } from "./keys.ts";
import type { Table } from "./table.ts";
import type { WebhookRef } from "./webhooks.ts";

/** How many workers may be busy with one slow endpoint at once: what it cannot take waits, and keeps no other one waiting. */
const places = [0, 1] as const;

/** Takes one of a slow endpoint's places until a moment; answers with the place, or null when all are taken. */
export async function takeTurn(
  table: Table,
  { organizationId, webhookId }: WebhookRef,
  { token, nowMs, untilMs }: { token: string; nowMs: number; untilMs: number },
): Promise<number | null> {
  for (const place of places) {
    try {
      await commit(table, [
        {
          kind: "put",
          item: { ...turnKey(organizationId, webhookId, place), token, untilMs },
          condition: "attribute_not_exists(pk) OR untilMs < :now",
          values: { ":now": nowMs },
        },
      ]);
      return place;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The first try of this very write was stored, and only its answer was lost.
      if (error.found?.token === token) return place;
    }
  }
  return null;
}

/** Gives a place back, unless its time ended and another worker took it. */
export async function endTurn(
  table: Table,
  { organizationId, webhookId }: WebhookRef,
  { place, token }: { place: number; token: string },
): Promise<void> {
  try {
    await commit(table, [
      {
        kind: "delete",
        key: turnKey(organizationId, webhookId, place),
        condition: "#token = :token",
        names: { "#token": "token" },
        values: { ":token": token },
      },
    ]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
