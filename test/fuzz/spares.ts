import { inject } from "vitest";
import { issueKey } from "../../functions/domain/keyring.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { insertBrand } from "../../functions/table/brands.ts";
import { insertApiKey } from "../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { insertPipeline } from "../../functions/table/pipelines.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { storeGivenUp, type World } from "../api/world.ts";
import { aBrand, aDelivery, aPipeline, aPost, aWebhook, newId, testTimeMs } from "../support/entities.ts";
import { storePosts } from "../support/posts.ts";
import { tableAt } from "../support/table.ts";
import type { RouteName } from "./draft.ts";

/** Things for the endpoints that use up what they are asked about, so that others still find the world's own. */
export interface Spares {
  /** One that nobody has had; after the last the first again. Undefined for endpoints that use up nothing. */
  take(route: RouteName): string | undefined;
  has(id: string): boolean;
}

const spareCount = 12;

export async function newSpares({ organizationId, ids }: World): Promise<Spares> {
  const table = tableAt(inject("service").database);
  const posts = {
    pending: many(() => aPost(organizationId)),
    approved: many(() => aPost(organizationId)),
    draft: many(() => aPost(organizationId, { status: "draft" })),
    scheduled: many(() =>
      aPost(organizationId, { status: "scheduled", scheduledAt: isoTime(Date.UTC(2099, 0)) }),
    ),
    failed: many(() =>
      aPost(organizationId, { status: "failed", failure: { code: "refused", message: "Refused." } }),
    ),
  };
  await storePosts(table, Object.values(posts).flat());
  const sources = [{ type: "feed" as const, url: "http://localhost:1/feed.xml" }];
  const pipelines = many(() => ({ ...aPipeline(organizationId, ids.brd), sources }));
  for (const one of pipelines) await insertPipeline(table, one);
  const brands = many(() => aBrand(organizationId));
  const webhooks = many(() => ({ ...aWebhook(organizationId), url: "https://localhost:1/spare" }));
  const keys = { deleted: many(aKey), rotated: many(aKey) };
  const owner = { organizationId, cursorKey: "" };
  for (const one of Object.values(keys).flat()) await insertApiKey(table, owner, one, testTimeMs);
  const letters = many(() => aDelivery({ ...aWebhook(organizationId), id: ids.whk }));
  await Promise.all([
    ...brands.map((one) => insertBrand(table, one)),
    ...webhooks.map((one) => insertWebhook(table, one)),
    ...letters.map((one) => storeGivenUp(one)),
  ]);
  table.client.destroy();

  const spares = new Map<RouteName, string[]>([
    ["approvePost", idsOf(posts.approved)],
    ["rejectPost", idsOf(posts.pending)],
    ["submitPost", idsOf(posts.draft)],
    ["cancelPost", idsOf(posts.scheduled)],
    ["retryPost", idsOf(posts.failed)],
    ["deleteBrand", idsOf(brands)],
    ["deletePipeline", idsOf(pipelines)],
    ["deleteWebhook", idsOf(webhooks)],
    ["deleteApiKey", idsOf(keys.deleted)],
    ["rotateApiKey", idsOf(keys.rotated)],
    ["replayDeadLetter", letters.map(({ id }) => deadLetterIdOf(id))],
  ]);
  const all = new Set([...spares.values()].flat());
  return {
    take(route) {
      const left = spares.get(route);
      const next = left?.shift();
      if (next !== undefined) left?.push(next);
      return next;
    },
    has: (id) => all.has(id),
  };
}

function many<Thing>(make: () => Thing): Thing[] {
  return Array.from({ length: spareCount }, make);
}

function aKey() {
  return issueKey({ id: newId("key"), name: "spare", role: "read", hash: newId("key") }, testTimeMs);
}

function idsOf(things: readonly { id: string }[]): string[] {
  return things.map(({ id }) => id);
}
