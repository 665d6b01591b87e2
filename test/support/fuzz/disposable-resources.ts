import { issueKey } from "../../../functions/domain/keyring.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { insertBrand } from "../../../functions/table/brands.ts";
import { insertApiKey } from "../../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import { type Fixtures, storeDeadLettered } from "../api/fixtures.ts";
import { provided } from "../setup/provided.ts";
import { aBrand, aDelivery, aPipeline, aPost, aWebhook, newId, testTimeMs } from "../table/entities.ts";
import { storePosts } from "../table/posts.ts";
import { tableAt } from "../table/table.ts";
import type { RouteName } from "./request-template.ts";

/** Things for the endpoints that use up what they are asked about, so that others still find the world's own. */
export interface Disposables {
  /** Stores one for an endpoint that uses up what it is asked about, and has none in store. */
  stock(route: RouteName): Promise<void>;
  /** One that nobody has had; every fifth time one that somebody has. Undefined for endpoints that use up nothing. */
  take(route: RouteName): string | undefined;
  has(id: string): boolean;
}

const takesPerReuse = 5;

export function newDisposables({ organizationId, ids }: Fixtures): Disposables {
  const table = tableAt(provided("service").database);
  const webhook = { ...aWebhook(organizationId), url: "https://localhost:1/spare" };
  const webhookStored = insertWebhook(table, webhook);
  const storePost = (changes: Partial<Post> = {}) => {
    const post = aPost(organizationId, changes);
    return storePosts(table, [post]).then(() => post.id);
  };
  const storeWebhook = async () => {
    const one = { ...webhook, id: newId("whk") };
    await insertWebhook(table, one);
    return one.id;
  };
  const storeKey = async () => {
    const key = aKey();
    await insertApiKey(table, { organizationId, cursorKey: "" }, key, testTimeMs);
    return key.id;
  };

  const makers = new Map<RouteName, () => Promise<string>>([
    ["approvePost", () => storePost()],
    ["rejectPost", () => storePost()],
    ["submitPost", () => storePost({ status: "draft" })],
    ["cancelPost", () => storePost({ status: "scheduled", scheduledAt: isoTime(Date.UTC(2099, 0)) })],
    ["retryPost", () => storePost({ status: "failed", failure: { code: "refused", message: "Refused." } })],
    [
      "deleteBrand",
      async () => {
        const brand = aBrand(organizationId);
        await insertBrand(table, brand);
        return brand.id;
      },
    ],
    [
      "deletePipeline",
      async () => {
        const sources = [{ type: "feed" as const, url: "http://localhost:1/feed.xml" }];
        const pipeline = { ...aPipeline(organizationId, ids.brd), sources };
        await insertPipeline(table, pipeline);
        return pipeline.id;
      },
    ],
    ["deleteWebhook", storeWebhook],
    // A disabled one would be in the way of others.
    ["updateWebhook", storeWebhook],
    ["deleteApiKey", storeKey],
    ["rotateApiKey", storeKey],
    [
      "replayDeadLetter",
      async () => {
        await webhookStored;
        const { id } = await storeDeadLettered(aDelivery(webhook));
        return deadLetterIdOf(id);
      },
    ],
  ]);

  const all = new Set<string>();
  const shelves = new Map<RouteName, { fresh: string[]; last: string | undefined; takes: number }>();
  return {
    async stock(route) {
      const shelf = shelves.get(route) ?? { fresh: [], last: undefined, takes: 0 };
      shelves.set(route, shelf);
      if (shelf.fresh.length > 0) return;
      const id = await makers.get(route)?.();
      if (id === undefined) return;
      all.add(id);
      shelf.fresh.push(id);
    },
    take(route) {
      const shelf = shelves.get(route);
      if (shelf === undefined) return undefined;
      shelf.takes += 1;
      const isReused = shelf.takes % takesPerReuse === 0;
      shelf.last = (isReused ? shelf.last : shelf.fresh.shift()) ?? shelf.last ?? shelf.fresh.shift();
      return shelf.last;
    },
    has: (id) => all.has(id),
  };
}

function aKey() {
  return issueKey({ id: newId("key"), name: "spare", role: "read", hash: newId("key") }, testTimeMs);
}
