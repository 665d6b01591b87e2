import { turnKey } from "./keys.ts";
import { commit, Refused } from "./store/commit.ts";
import type { Table } from "./store/table.ts";
import type { WebhookRef } from "./webhooks.ts";

/** Each try that finds a place taken costs a write unit. */
const triesMax = 3;

/**
 * Takes one of an endpoint's places until a moment; answers with the place, or null when all that were tried are taken.
 * What an endpoint cannot take waits, and keeps no other one waiting.
 * @param places how many workers may be busy with the endpoint at once
 */
export async function takeTurn(
  table: Table,
  { organizationId, webhookId }: WebhookRef,
  { places, token, nowMs, untilMs }: { places: number; token: string; nowMs: number; untilMs: number },
): Promise<number | null> {
  // Of many, from anywhere: were all to begin with the first place, a free one would be found late.
  const first = places > triesMax ? Math.floor(Math.random() * places) : 0;
  for (let tried = 0; tried < Math.min(places, triesMax); tried += 1) {
    const place = (first + tried) % places;
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
