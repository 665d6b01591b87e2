import type { Client } from "../../support/client/http-client.ts";
import { created, repeatEvery } from "../calls.ts";
import type { Servers } from "../servers.ts";

/** What an organization sees of the service, in milliseconds. */
export interface Observed {
  /** From an API request to its response. */
  api: number[];
  /** From the response of `POST …/test` to the request at a quick endpoint. */
  delivery: number[];
  /** The same for the first delivery to a new endpoint. */
  firstDelivery: number[];
  /** From `POST …/runs` to the webhook of its success. */
  run: number[];
  /** From a post's scheduled time to the webhook of its publication. */
  publication: number[];
}

export interface QuietOrganization {
  /** Uses the service for a time, and returns what it saw. */
  observe(durationMs: number): Promise<Observed>;
}

/** How often the quiet organization does each thing. All together stays under 120 requests a minute for each key. */
const everyMs = { api: 600, delivery: 1_000, firstDelivery: 5_000, run: 3_000 };
/** Longer than the slowest work of the quiet organization may take. */
const giveUpMs = 60_000;

/** Prepares an organization with a brand, a pipeline and an endpoint. */
export async function openQuietOrganization(
  client: Client,
  keys: { read: string; write: string; admin: string },
  servers: Servers,
): Promise<QuietOrganization> {
  const key = keys.write;
  const brand = await created(client, key, "/v1/brands", {
    name: "Quiet",
    timezone: "UTC",
    settings: { approval: "auto" },
  });
  const pipeline = await created(client, key, `/v1/brands/${brand.id}/pipelines`, {
    name: "News",
    sources: [{ type: "feed", url: `${servers.sources}/fresh` }],
    channels: ["feed"],
  });
  const webhook = await created(client, key, "/v1/webhooks", {
    url: `${servers.endpoints}/quick`,
    events: ["run.succeeded", "post.scheduled", "post.published", "webhook.test"],
  });

  let observed = emptyObserved();
  const testSentMs = new Map<string, number[]>();
  const runStartedMs = new Map<string, number>();
  const scheduledAtMs = new Map<string, number>();
  servers.onArrival(({ path, type, data, atMs }) => {
    const postId = String(data.postId);
    if (type === "webhook.test") {
      const sentMs = testSentMs.get(path)?.shift();
      if (sentMs === undefined) return;
      (path === "/quick" ? observed.delivery : observed.firstDelivery).push(atMs - sentMs);
    } else if (type === "run.succeeded") {
      const startedMs = runStartedMs.get(String(data.runId));
      if (startedMs !== undefined) observed.run.push(atMs - startedMs);
      runStartedMs.delete(String(data.runId));
    } else if (type === "post.scheduled") {
      scheduledAtMs.set(postId, Date.parse(String(data.scheduledAt)));
    } else if (type === "post.published") {
      const dueMs = scheduledAtMs.get(postId);
      if (dueMs !== undefined) observed.publication.push(Date.parse(String(data.publishedAt)) - dueMs);
    }
  });

  const sendTest = async (id: string | undefined, path: string) => {
    await created(client, key, `/v1/webhooks/${id}/test`);
    testSentMs.set(path, [...(testSentMs.get(path) ?? []), Date.now()]);
  };
  let endpoint = 0;

  return {
    async observe(durationMs) {
      observed = emptyObserved();
      const until = AbortSignal.timeout(durationMs);
      await Promise.all([
        repeatEvery(everyMs.api, until, async () => {
          const startedMs = performance.now();
          const { status } = await client.call("GET", `/v1/brands/${brand.id}`, { key: keys.read });
          if (status !== 200) throw new Error(`GET a brand: ${status}`);
          observed.api.push(performance.now() - startedMs);
        }),
        repeatEvery(everyMs.delivery, until, () => sendTest(webhook.id, "/quick")),
        repeatEvery(everyMs.firstDelivery, until, async () => {
          endpoint += 1;
          const path = `/quick-${endpoint}`;
          const body = { url: `${servers.endpoints}${path}`, events: ["webhook.test"] };
          const { id } = await created(client, key, "/v1/webhooks", body);
          await sendTest(id, path);
        }),
        repeatEvery(everyMs.run, until, async () => {
          const startedMs = Date.now();
          const { runId = "" } = await created(client, key, `/v1/pipelines/${pipeline.id}/runs`);
          runStartedMs.set(runId, startedMs);
        }),
      ]);
      await allArrived(
        () => runStartedMs.size === 0 && [...testSentMs.values()].every(({ length }) => length === 0),
      );
      return observed;
    },
  };
}

function emptyObserved(): Observed {
  return { api: [], delivery: [], firstDelivery: [], run: [], publication: [] };
}

async function allArrived(haveArrived: () => boolean): Promise<void> {
  const startedMs = Date.now();
  while (!haveArrived()) {
    if (Date.now() - startedMs > giveUpMs)
      throw new Error(`after ${giveUpMs / 1_000} s, something has not arrived`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
