import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { at, type Client, openClient, type ServiceFile, words } from "../../lib/demo/client.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { startService } from "../../lib/demo/service-process.ts";
import { anEndpoint } from "./endpoint.ts";

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
  const make = async (path: string, body?: unknown) => {
    const { status, json, text } = await client.call("POST", path, {
      key,
      ...(body !== undefined && { body }),
    });
    if (status > 202) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const webhookIds: string[] = [];
  for (const url of urls) {
    const webhook = await make("/v1/webhooks", { url, events: ["pipeline.run.completed"], secret });
    webhookIds.push(words(at(webhook, "id")));
  }
  const brandId = words(at(await make("/v1/brands", { name: "Acme", timezone: "UTC" }), "id"));
  const sources = [{ type: "feed", url: await aFeed() }];
  const pipeline = { name: "News", channels: ["feed"], sources };
  const pipelineId = words(at(await make(`/v1/brands/${brandId}/pipelines`, pipeline), "id"));
  return { runId: words(at(await make(`/v1/pipelines/${pipelineId}/runs`), "runId")), webhookIds };
}

/** Has a delivery go by each of the two lanes, so that what is measured next is no function's start. */
export async function warmUp(
  client: Client,
  { tls, keys }: Pick<ServiceFile, "tls" | "keys">,
): Promise<void> {
  const key = keys.write;
  const { url } = await anEndpoint(tls);
  const { json } = await client.call("POST", "/v1/webhooks", {
    key,
    body: { url, events: ["webhook.test"] },
  });
  const path = `/v1/webhooks/${words(at(json, "id"))}`;
  // The first one waits beside the slow, for nothing is known of its endpoint; by its answer the second is a quick one's.
  for (const count of [1, 2]) {
    await client.call("POST", `${path}/test`, { key });
    await vi.waitFor(
      async () => {
        const page = (await client.call("GET", `${path}/deliveries`, { key })).json;
        expect(at(page, "data", count - 1, "status")).toBe("succeeded");
        expect(at(page, "data", 0, "status")).toBe("succeeded");
      },
      { timeout: 30_000, interval: 50 },
    );
  }
}
