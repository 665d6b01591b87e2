import type { Table } from "../../../functions/table/store/table.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import type { Client } from "../../support/client/http-client.ts";
import { storeDeadLettered } from "../../support/delivery/deliveries.ts";
import { aDelivery, aWebhook } from "../../support/table/entities.ts";
import { created, repeatEvery } from "../calls.ts";
import type { Servers } from "../servers.ts";

/** How many responses of each status the noisy organization got, by what it did. 0 stands for no response. */
type NoisyResponses = Record<string, Record<number, number>>;

export interface NoisyOrganization {
  /** Does its worst in six ways at once until `until`. */
  disturb(until: AbortSignal): Promise<NoisyResponses>;
}

const slowEndpoints = 25;
const hangingEndpoints = 75;
const deadLetters = 400;
const pipelines = 100;
const slowSources = 20;
/** Each key may make 10,000 requests a minute: only the organization's own limits hold it back. */
const keyCount = 6;
const rateLimit = 10_000;
/** How often it does each thing: more than its limits allow in all. */
const everyMs = { tests: 500, zone: 500, replay: 500, run: 500, get: 50 };
const zones = ["Europe/Zurich", "Asia/Tokyo", "America/New_York"];

export async function openNoisyOrganization(
  client: Client,
  { keys, organizationId }: Pick<ServiceFile, "keys" | "organizationId">,
  { servers, table }: { servers: Servers; table: Table },
): Promise<NoisyOrganization> {
  const own: string[] = [];
  for (let count = 0; count < keyCount; count += 1) {
    const body = { name: `key ${count}`, role: "write", rateLimit };
    own.push((await created(client, keys.admin, "/v1/api-keys", body)).key ?? "");
  }
  const keyAt = (index: number) => own[index % own.length] ?? "";

  const webhooks: string[] = [];
  for (let count = 0; count < slowEndpoints + hangingEndpoints; count += 1) {
    const kind = count < slowEndpoints ? "slow" : "hang";
    const body = { url: `${servers.endpoints}/${kind}-${count}`, events: ["webhook.test"] };
    webhooks.push((await created(client, keyAt(count), "/v1/webhooks", body)).id ?? "");
  }
  // A replay of them makes deliveries to hanging endpoints. No client can make so many within the benchmark's time.
  for (let count = 0; count < deadLetters; count += 1) {
    const id = webhooks[slowEndpoints + (count % hangingEndpoints)] ?? "";
    await storeDeadLettered(table, aDelivery({ ...aWebhook(organizationId), id }));
  }
  const brand = await created(client, keyAt(0), "/v1/brands", { name: "Noisy", timezone: "UTC" });
  const pipelineIds: string[] = [];
  for (let count = 0; count < pipelines; count += 1) {
    const sources = Array.from({ length: slowSources }, (_, index) => ({
      type: "feed",
      url: `${servers.sources}/slow-${count}-${index}`,
    }));
    const body = {
      name: `News ${count}`,
      status: "active",
      schedule: "0 9 * * *",
      sources,
      channels: ["feed"],
    };
    const path = `/v1/brands/${brand.id}/pipelines`;
    pipelineIds.push((await created(client, keyAt(count), path, body)).id ?? "");
  }

  const responses: NoisyResponses = {};
  const call = async (name: string, ...[method, path, options]: Parameters<Client["call"]>) => {
    const status = await client.call(method, path, options).then(
      (response) => response.status,
      () => 0,
    );
    const counts = (responses[name] ??= {});
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const [nextWebhook, nextPipeline, nextZone] = [inTurn(webhooks), inTurn(pipelineIds), inTurn(zones)];

  return {
    async disturb(until) {
      await Promise.all([
        repeatEvery(everyMs.tests, until, () =>
          call("tests to slow and hanging endpoints", "POST", `/v1/webhooks/${nextWebhook()}/test`, {
            key: keyAt(0),
          }),
        ),
        repeatEvery(everyMs.zone, until, () =>
          call("zone of 100 active pipelines", "PATCH", `/v1/brands/${brand.id}`, {
            key: keyAt(1),
            body: { timezone: nextZone() },
          }),
        ),
        repeatEvery(everyMs.replay, until, () =>
          call("bulk replays", "POST", "/v1/webhooks/dead-letters/replay", { key: keyAt(2), body: {} }),
        ),
        repeatEvery(everyMs.run, until, () =>
          call("runs over 20 slow sources", "POST", `/v1/pipelines/${nextPipeline()}/runs`, {
            key: keyAt(3),
          }),
        ),
        repeatEvery(everyMs.get, until, () => call("reads", "GET", "/v1/posts", { key: keyAt(4) })),
      ]);
      return responses;
    },
  };
}

/** Returns a function that returns the ids one after the other, again and again. */
function inTurn(ids: readonly string[]): () => string {
  let next = 0;
  return () => ids[next++ % ids.length] ?? "";
}
