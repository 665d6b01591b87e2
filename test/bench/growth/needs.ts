import { setTimeout as sleep } from "node:timers/promises";
import { secondMs } from "../../../functions/domain/time.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { asText, at, type Client, type HttpResponse, type Json } from "../../support/client/http-client.ts";
import type { Made } from "./steady-use.ts";

/** A brand gets a digest for each week that it has lived in: 61 days touch ten of them at most. */
const weeksMax = 10;

/**
 * Returns how many items of each kind the resources need that the API lists after the idle days. A kind that is missing
 * needs none: its items should have expired, or have been deleted with what they belonged to.
 */
export async function needsOf(
  client: Client,
  { read, admin }: ServiceFile["keys"],
  made: Made,
): Promise<Record<string, number>> {
  const get = async (path: string, key: string): Promise<HttpResponse> => {
    for (;;) {
      const response = await client.call("GET", path, { key });
      if (response.status !== 429) return response;
      await sleep(secondMs);
    }
  };
  const list = async (path: string, key = read): Promise<Json[]> => {
    const rows: Json[] = [];
    let cursor: Json | undefined = null;
    do {
      const separator = path.includes("?") ? "&" : "?";
      const page: string = cursor === null ? "" : `${separator}cursor=${asText(cursor)}`;
      const { status, json, text } = await get(`${path}${page}`, key);
      if (status === 404) return [];
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
      const data = Array.isArray(json) ? json : at(json, "data");
      if (Array.isArray(data)) rows.push(...data);
      cursor = Array.isArray(json) ? null : at(json, "nextCursor");
    } while (cursor !== null && cursor !== undefined);
    return rows;
  };

  const brands = new Set((await list("/v1/brands?limit=100")).map((brand) => asText(at(brand, "id"))));
  const pipelines: Json[] = [];
  for (const id of brands) pipelines.push(...(await list(`/v1/brands/${id}/pipelines`)));
  let runs = 0;
  for (const id of made.pipelines) runs += (await list(`/v1/pipelines/${id}/runs?limit=100`)).length;
  const posts = await list("/v1/posts?limit=100");
  let changesOfPosts = 0;
  for (const post of posts) {
    const history = await list(`/v1/posts/${asText(at(post, "id"))}/history?limit=100`);
    changesOfPosts += history.filter((entry) => at(entry, "action") !== "created").length;
  }
  const published = posts.filter((post) => at(post, "status") === "published");
  const inFeeds = published.filter((post) => brands.has(asText(at(post, "brandId"))));
  const subscriptions = await list("/v1/webhooks?limit=100");
  const deadLetters = await list("/v1/webhooks/dead-letters?limit=100");
  const unresolved = deadLetters.filter((letter) => at(letter, "status") !== "resolved");
  const keys = await list("/v1/api-keys?limit=100", admin);
  return {
    organization: 1,
    "count of requests": 1,
    keyring: 1,
    "key record": keys.length,
    brand: brands.size,
    calendar: brands.size,
    feed: brands.size,
    pipeline: pipelines.length,
    "copy of a pipeline": pipelines.length,
    "posted stories": brands.size,
    run: runs,
    "entry of a run in its brand's list": runs,
    "stages of a run": runs,
    post: posts.length,
    "entry of a post's history": changesOfPosts,
    metrics: published.length,
    "entry of a feed": inFeeds.length,
    "position in a feed": inFeeds.length,
    link: inFeeds.length,
    "weekly digest": made.brands.length * weeksMax,
    subscription: subscriptions.length,
    "dead letter": unresolved.length,
    // Each brand waits for its next digest. No pipeline is active, and no post is scheduled.
    schedules: brands.size,
  };
}
