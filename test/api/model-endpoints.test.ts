import { afterAll, expect, it, vi } from "vitest";
import { readModelEndpoint } from "../../functions/table/model-endpoints.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { newPipeline } from "../support/api/valid-bodies.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at } from "../support/client/http-client.ts";
import { startHttp } from "../support/http/servers.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

const body = { url: "https://models.example.com/v1", model: "small-writer", apiKey: "sk-very-secret" };
const pathOf = (brandId: string) => `/v1/brands/${brandId}/model-endpoint`;

it("a model endpoint is set, shown without its key, replaced and deleted", async () => {
  const { organizationId, ids, keys } = await newFixtures();
  const path = pathOf(ids.emptyBrd);
  const key = keys.write;
  expect((await client.call("GET", path, { key })).status).toBe(404);
  const set = await client.call("PUT", path, { key, body });
  expect(set).toMatchObject({ status: 200, json: { url: body.url, model: body.model, hasApiKey: true } });
  const shown = await client.call("GET", path, { key });
  expect(shown.json).toEqual(set.json);
  expect(JSON.stringify([set, shown])).not.toContain("sk-very-secret");
  const table = tableAt(provided("service").database);
  const stored = await readModelEndpoint(table, organizationId, ids.emptyBrd);
  expect(stored?.sealedApiKey).toBeTypeOf("string");
  expect(JSON.stringify(stored)).not.toContain("sk-very-secret");

  const { apiKey: _, ...withoutKey } = body;
  expect(await client.call("PUT", path, { key, body: withoutKey })).toMatchObject({
    json: { hasApiKey: false },
  });
  expect((await client.call("DELETE", path, { key })).status).toBe(204);
  expect(errorFaults(await client.call("DELETE", path, { key }), 404)).toEqual([]);
});

it("a pipeline with the generator openai_compatible needs the model endpoint of its brand", async () => {
  const { ids, keys } = await newFixtures();
  const key = keys.write;
  const generator = { type: "openai_compatible", pricePerMillionTokens: { input: 0.5, output: 1.5 } };
  const create = (brandId: string, given: object) =>
    client.call("POST", `/v1/brands/${brandId}/pipelines`, { key, body: { ...newPipeline, ...given } });

  const refused = await create(ids.emptyBrd, { generator });
  expect(errorFaults(refused, 422)).toEqual([]);
  expect(refused.text).toContain("PUT /v1/brands/{id}/model-endpoint");
  const made = await create(ids.emptyBrd, {});
  const path = `/v1/pipelines/${asText(at(made.json, "id"))}`;
  expect((await client.call("PATCH", path, { key, body: { generator } })).status).toBe(422);

  await client.call("PUT", pathOf(ids.emptyBrd), { key, body });
  expect(await client.call("PATCH", path, { key, body: { generator } })).toMatchObject({
    status: 200,
    json: { generator },
  });
  expect(await create(ids.emptyBrd, { generator })).toMatchObject({ status: 201, json: { generator } });
});

it("a deleted brand has no model endpoint left", async () => {
  const { organizationId, ids, keys } = await newFixtures();
  await client.call("PUT", pathOf(ids.emptyBrd), { key: keys.write, body });
  await client.call("DELETE", `/v1/brands/${ids.emptyBrd}`, { key: keys.write });
  const table = tableAt(provided("service").database);
  expect(await readModelEndpoint(table, organizationId, ids.emptyBrd)).toBeNull();
  expect((await client.call("PUT", pathOf(ids.emptyBrd), { key: keys.write, body })).status).toBe(404);
});

it("a run with a model of Bedrock ends within seconds where there are no AWS credentials, and its posts say why", async () => {
  const { ids, keys } = await newFixtures();
  const key = keys.write;
  const items = [{ id: "1", url: "https://tidings.example/1", title: "Cold brew comes to commuter trains" }];
  const feed = { version: "https://jsonfeed.org/version/1.1", title: "Tidings", items };
  const port = await startHttp((_, response) => response.end(JSON.stringify(feed)));
  const made = await client.call("POST", `/v1/brands/${ids.emptyBrd}/pipelines`, {
    key,
    body: {
      name: "News",
      sources: [{ type: "feed", url: `http://127.0.0.1:${port}/` }],
      channels: ["feed"],
      generator: { type: "bedrock", model: "eu.amazon.nova-lite-v1:0" },
    },
  });
  const queued = await client.call("POST", `/v1/pipelines/${asText(at(made.json, "id"))}/runs`, { key });
  const path = `/v1/runs/${asText(at(queued.json, "runId"))}`;
  const ended = await vi.waitFor(
    async () => {
      const run = await client.call("GET", path, { key });
      expect(at(run.json, "status")).toBe("succeeded");
      return run.json;
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(at(ended, "usage")).toEqual({ inputTokens: 0, outputTokens: 0, costUsd: null });
  const post = await client.call("GET", `/v1/posts/${asText(at(ended, "outputs", 0))}`, { key });
  expect(at(post.json, "generator")).toEqual({
    type: "bedrock",
    fallback: { reason: "Amazon Bedrock is not available: this local runtime has no AWS credentials." },
  });
});
