import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ok } from "@oazapfts/runtime";
import { expect, onTestFinished, vi } from "vitest";
import * as api from "../../../client/api.ts";
import { serveFeed } from "../../../lib/demo/feed-server.ts";
import { startService } from "../../../lib/demo/service-process.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { openClient } from "../client/checked-client.ts";
import type { Client } from "../client/http-client.ts";
import { openEndpoint } from "./endpoint.ts";
import { requestOptions } from "./request-options.ts";

/** Serves a sample feed on loopback until the test ends, and returns its URL. */
export async function serveTestFeed(): Promise<string> {
  const { url, close } = await serveFeed();
  onTestFinished(close);
  return url;
}

/** Creates a folder for a service's state, which is deleted when the test ends. */
export function newStateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the service in its own process, which is killed when the test ends. */
export async function startTestService(state: string, speed: number) {
  const running = await startService(state, { speed });
  onTestFinished(() => running.kill());
  return running;
}

/** Opens a client of a service until the test ends. */
export function openTestClient(service: Pick<ServiceFile, "url" | "tls">): Client {
  const client = openClient(service);
  onTestFinished(() => client.close());
  return client;
}

/** Subscribes each URL to `pipeline.run.completed` and triggers a run, whose event goes to all of them. */
export async function triggerRunEvent(
  client: Client,
  key: string,
  { urls, secret }: { urls: readonly string[]; secret: string },
): Promise<{ runId: string; webhookIds: string[] }> {
  const options = requestOptions(client, key);
  const webhookIds: string[] = [];
  for (const url of urls) {
    const newWebhookSubscription = { url, events: ["pipeline.run.completed" as const], secret };
    const { id } = await ok(api.createWebhook({ newWebhookSubscription }, options));
    webhookIds.push(id);
  }
  const brand = await ok(api.createBrand({ newBrand: { name: "Acme", timezone: "UTC" } }, options));
  const newPipeline: api.NewPipeline = {
    name: "News",
    channels: ["feed"],
    sources: [{ type: "feed", url: await serveTestFeed() }],
  };
  const pipeline = await ok(api.createPipeline({ id: brand.id, newPipeline }, options));
  const { runId } = await ok(api.triggerRun({ id: pipeline.id }, options));
  return { runId, webhookIds };
}

/** Sends a delivery through two of the delivery queues, so that later measurements include no cold start. */
export async function warmUp(
  client: Client,
  { tls, keys }: Pick<ServiceFile, "tls" | "keys">,
): Promise<void> {
  const options = requestOptions(client, keys.write);
  const { url } = await openEndpoint(tls);
  const newWebhookSubscription = { url, events: ["webhook.test" as const] };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, options));
  // The endpoint's pace is unknown at first, so its first delivery goes through the queue of new ones. The second goes through
  // the quick queue.
  for (const count of [1, 2]) {
    await ok(api.testWebhook({ id }, options));
    await vi.waitFor(
      async () => {
        const { data } = await ok(api.listDeliveries({ id }, options));
        expect(data[count - 1]?.status).toBe("succeeded");
        expect(data[0]?.status).toBe("succeeded");
      },
      { timeout: 30_000, interval: 50 },
    );
  }
}
