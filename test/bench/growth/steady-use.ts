import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { asText, at, type CallOptions, type Client, type Json } from "../../support/client/http-client.ts";
import { created } from "../calls.ts";
import type { Servers } from "../servers.ts";

/** Everything that was created. Some of it is deleted by now, but its runs and digests stay. */
export interface Made {
  brands: string[];
  pipelines: string[];
}

export interface SteadyUse {
  made: Made;
  /** How many calls of the API were made. */
  calls: number;
  /** Uses most endpoints once, in some seconds. */
  step(): Promise<void>;
  /** Pauses the pipelines, so that nothing new comes. */
  end(): Promise<void>;
}

const brandCount = 3;
const zones = ["Europe/Zurich", "Asia/Tokyo", "America/New_York"];
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const aggregator = "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)";

/** Prepares brands with an hourly pipeline each, one of them with approval by hand, and endpoints of which one fails. */
export async function openSteadyUse(
  client: Client,
  { write, admin }: ServiceFile["keys"],
  servers: Servers,
): Promise<SteadyUse> {
  const made: Made = { brands: [], pipelines: [] };
  let steps = 0;
  const use: SteadyUse = { made, calls: 0, step, end };

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Json> => {
    use.calls += 1;
    const response = await client.call(method, path, { key: write, ...options });
    // What the use has planned may have changed meanwhile: a post is published, a dead letter resolved.
    if (response.status >= 400 && ![404, 409, 422, 429].includes(response.status))
      throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.json;
  };
  const newBrand = async (approval: "auto" | "manual"): Promise<string> => {
    const { id = "" } = await created(client, write, "/v1/brands", {
      name: `Brand ${made.brands.length}`,
      timezone: "UTC",
      settings: { approval },
    });
    made.brands.push(id);
    return id;
  };
  const newPipeline = async (brandId: string): Promise<string> => {
    const { id = "" } = await created(client, write, `/v1/brands/${brandId}/pipelines`, {
      name: "News",
      status: "active",
      schedule: "0 * * * *",
      sources: [{ type: "feed", url: `${servers.sources}/fresh` }],
      channels: ["feed"],
    });
    made.pipelines.push(id);
    return id;
  };
  const newWebhook = async (path: string): Promise<string> => {
    const { id = "" } = await created(client, write, "/v1/webhooks", {
      url: `${servers.endpoints}${path}`,
      events: ["pipeline.run.completed", "post.scheduled", "post.published", "webhook.test"],
    });
    return id;
  };

  const brands: string[] = [];
  for (let count = 0; count < brandCount; count += 1) {
    const id = await newBrand(count === 0 ? "manual" : "auto");
    await newPipeline(id);
    brands.push(id);
  }
  await newWebhook("/quick");
  const failing = await newWebhook("/fail");

  /** Creates a brand with everything that belongs to it, lets it work for a while, and deletes it. */
  async function passingBrand(): Promise<void> {
    const brandId = await newBrand("auto");
    const pipelineId = await newPipeline(brandId);
    const webhookId = await newWebhook("/quick-passing");
    await call("POST", `/v1/webhooks/${webhookId}/test`);
    await call("POST", `/v1/pipelines/${pipelineId}/runs`, { headers: { "Idempotency-Key": pipelineId } });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await call("GET", `/feeds/${brandId}.json`, { headers: { "User-Agent": aggregator } });
    await call("DELETE", `/v1/pipelines/${pipelineId}`);
    await call("DELETE", `/v1/brands/${brandId}`);
    await call("DELETE", `/v1/webhooks/${webhookId}`);
  }

  async function step(): Promise<void> {
    steps += 1;
    await passingBrand();
    for (const id of brands) {
      await call("PATCH", `/v1/brands/${id}`, { body: { timezone: zones[steps % zones.length] } });
      await call("GET", `/feeds/${id}.json`, { headers: { "User-Agent": browser } });
      await call("GET", `/feeds/${id}.xml`, { headers: { "User-Agent": aggregator } });
    }
    const pending = idsOf(await call("GET", "/v1/posts?status=pending&limit=5"));
    for (const [index, id] of pending.entries()) {
      // Each changes its time, which replaces a schedule; then it is published at once, or stays rejected.
      const soon = new Date(Date.parse("2099-01-01T00:00:00Z") + steps * 60_000).toISOString();
      await call("PATCH", `/v1/posts/${id}`, { body: { scheduledAt: soon } });
      await call("POST", `/v1/posts/${id}/approve`);
      await call("PATCH", `/v1/posts/${id}`, { body: { scheduledAt: null } });
      if (index === 0) await call("POST", `/v1/posts/${id}/cancel`);
    }
    const published = idsOf(await call("GET", "/v1/posts?status=published&limit=5"));
    for (const id of published) await call("GET", `/r/${id}`, { headers: { "User-Agent": browser } });
    const key = await created(client, admin, "/v1/api-keys", { name: "passing", role: "read" });
    await call("GET", "/v1/brands", { key: key.key ?? "" });
    await call("DELETE", `/v1/api-keys/${key.id}`, { key: admin });
    await call("POST", `/v1/webhooks/${failing}/test`, { headers: { "Idempotency-Key": `test-${steps}` } });
    if (steps % 10 === 0) {
      await call("PATCH", `/v1/webhooks/${failing}`, { body: { status: "active" } });
      await call("POST", "/v1/webhooks/dead-letters/replay", { body: { webhookId: failing } });
    }
  }

  async function end(): Promise<void> {
    for (const id of made.pipelines)
      await call("PATCH", `/v1/pipelines/${id}`, { body: { status: "paused" } });
    const scheduled = idsOf(await call("GET", "/v1/posts?status=scheduled&limit=100"));
    for (const id of scheduled) await call("POST", `/v1/posts/${id}/cancel`);
  }

  return use;
}

function idsOf(list: Json): string[] {
  const data = at(list, "data");
  return Array.isArray(data) ? data.map((one) => asText(at(one, "id"))) : [];
}
