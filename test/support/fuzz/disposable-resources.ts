import { issueKey } from "../../../functions/domain/keyring.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { insertBrand } from "../../../functions/table/brands.ts";
import { insertApiKey } from "../../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { storeModelEndpoint } from "../../../functions/table/model-endpoints.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import { connectWebhook } from "../api/connected-webhook.ts";
import type { Fixtures } from "../api/fixtures.ts";
import { storeDeadLettered } from "../delivery/deliveries.ts";
import { provided } from "../setup/provided.ts";
import {
  aBrand,
  aDelivery,
  aModelEndpoint,
  aPipeline,
  aPost,
  aRun,
  aWebhook,
  newId,
  testTimeMs,
} from "../table/entities.ts";
import { storePosts } from "../table/posts.ts";
import { storeReviewLink } from "../table/review-links.ts";
import { tableAt } from "../table/table.ts";
import type { RouteName } from "./request-template.ts";

/**
 * Resources for the endpoints that delete or change what their path names, so that the fixtures stay for other
 * requests.
 */
export interface Disposables {
  /** Stores a resource for an endpoint that needs one and has no unused one. */
  prepare(route: RouteName): Promise<void>;
  /** Returns an unused resource, every fifth time a used one. Undefined for endpoints that need none. */
  take(route: RouteName): string | undefined;
  has(id: string): boolean;
}

const takesPerReuse = 5;

export function newDisposables({ organizationId, ids }: Fixtures): Disposables {
  const table = tableAt(provided("service").database);
  // No channel of this test is disconnected by its platform. Deliveries to closed ports would take a sixth of the processor time.
  const events = ["channel.disconnected" as const];
  const webhook = { ...aWebhook(organizationId), url: "https://localhost:1/spare", events };
  const webhookStored = insertWebhook(table, webhook);
  const storePost = (changes: Partial<Post> = {}) => {
    const post = aPost(organizationId, { brandId: ids.brd, ...changes });
    return storePosts(table, [post]).then(() => post.id);
  };
  const storeFailedPost = (code: string) =>
    storePost({ status: "failed", failure: { code, message: "The publication failed." } });
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
    ["requestChanges", () => storePost()],
    ["deleteReviewLink", async () => (await storeReviewLink(table, { organizationId, brandId: ids.brd })).id],
    ["submitPost", () => storePost({ status: "draft" })],
    ["cancelPost", () => storePost({ status: "scheduled", scheduledAt: isoTime(Date.UTC(2099, 0)) })],
    ["deletePost", () => storePost()],
    [
      "cancelRun",
      async () => {
        const run = aRun(organizationId, ids.pip, ids.brd);
        await insertRun(table, run, []);
        return run.runId;
      },
    ],
    ["retryPost", () => storeFailedPost("channel_refused")],
    ["resolvePost", () => storeFailedPost("outcome_unknown")],
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
    [
      "disconnectChannel",
      async () => {
        const brand = aBrand(organizationId);
        await insertBrand(table, brand);
        await connectWebhook(table, organizationId, brand.id);
        return brand.id;
      },
    ],
    [
      "deleteModelEndpoint",
      async () => {
        const brand = aBrand(organizationId);
        await insertBrand(table, brand);
        await storeModelEndpoint(table, aModelEndpoint(organizationId, brand.id));
        return brand.id;
      },
    ],
    ["deleteWebhook", storeWebhook],
    // A request may disable the subscription, and other requests need an active one.
    ["updateWebhook", storeWebhook],
    ["deleteApiKey", storeKey],
    ["rotateApiKey", storeKey],
    [
      "replayDeadLetter",
      async () => {
        await webhookStored;
        const { id } = await storeDeadLettered(table, aDelivery(webhook));
        return deadLetterIdOf(id);
      },
    ],
  ]);

  const stored = new Set<string>();
  const stocks = new Map<RouteName, { unused: string[]; last: string | undefined; takes: number }>();
  return {
    async prepare(route) {
      const stock = stocks.get(route) ?? { unused: [], last: undefined, takes: 0 };
      stocks.set(route, stock);
      if (stock.unused.length > 0) return;
      const id = await makers.get(route)?.();
      if (id === undefined) return;
      stored.add(id);
      stock.unused.push(id);
    },
    take(route) {
      const stock = stocks.get(route);
      if (stock === undefined) return undefined;
      stock.takes += 1;
      const isReused = stock.takes % takesPerReuse === 0;
      stock.last = (isReused ? stock.last : stock.unused.shift()) ?? stock.last ?? stock.unused.shift();
      return stock.last;
    },
    has: (id) => stored.has(id),
  };
}

function aKey() {
  return issueKey({ id: newId("key"), name: "spare", role: "read", hash: newId("key") }, testTimeMs);
}
