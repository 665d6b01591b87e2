import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ok } from "@oazapfts/runtime";
import { expect, onTestFinished, vi } from "vitest";
import { serveFeed } from "../../../lib/demo/feed-server.ts";
import { startService } from "../../../lib/demo/service-process.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import * as api from "../client/api.ts";
import { openClient } from "../client/checked-client.ts";
import type { Client } from "../client/http-client.ts";
import { anEndpoint } from "./endpoint.ts";
import { caller } from "./request-options.ts";

/** A sample feed on loopback, until the test ends. */
export async function aFeed(): Promise<string> {
  const { url, close } = await serveFeed();
  onTestFinished(close);
  return url;
}

/** A folder for a service's state, until the test ends. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The service in a process of its own, which ends with its test at the latest. */
export async function aService(state: string, speed: number) {
  const running = await startService(state, { speed });
  onTestFinished(() => running.kill());
  return running;
}

export function aClient(service: Pick<ServiceFile, "url" | "tls">): Client {
  const client = openClient(service);
  onTestFinished(() => client.close());
  return client;
}

/** Subscribes each URL to the end of runs and has a run end: its event goes to all of them. */
export async function causeEvent(
  client: Client,
  key: string,
  { urls, secret }: { urls: readonly string[]; secret: string },
): Promise<{ runId: string; webhookIds: string[] }> {
  const by = caller(client, key);
  const webhookIds: string[] = [];
  for (const url of urls) {
    const newWebhookSubscription = { url, events: ["pipeline.run.completed" as const], secret };
    const { id } = await ok(api.createWebhook({ newWebhookSubscription }, by));
    webhookIds.push(id);
  }
  const brand = await ok(api.createBrand({ newBrand: { name: "Acme", timezone: "UTC" } }, by));
  const newPipeline: api.NewPipeline = {
    name: "News",
    channels: ["feed"],
    sources: [{ type: "feed", url: await aFeed() }],
  };
  const pipeline = await ok(api.createPipeline({ id: brand.id, newPipeline }, by));
  const { runId } = await ok(api.triggerRun({ id: pipeline.id }, by));
  return { runId, webhookIds };
}

/** Has a delivery go by each of the two lanes, so that what is measured next is no function's start. */
export async function warmUp(
  client: Client,
  { tls, keys }: Pick<ServiceFile, "tls" | "keys">,
): Promise<void> {
  const by = caller(client, keys.write);
  const { url } = await anEndpoint(tls);
  const newWebhookSubscription = { url, events: ["webhook.test" as const] };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, by));
  // The first one waits beside the slow, for nothing is known of its endpoint; by its answer the second is a quick one's.
  for (const count of [1, 2]) {
    await ok(api.testWebhook({ id }, by));
    await vi.waitFor(
      async () => {
        const { data } = await ok(api.listDeliveries({ id }, by));
        expect(data[count - 1]?.status).toBe("succeeded");
        expect(data[0]?.status).toBe("succeeded");
      },
      { timeout: 30_000, interval: 50 },
    );
  }
}
