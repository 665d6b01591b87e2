import { readFileSync } from "node:fs";
import { afterAll, expect, it, vi } from "vitest";
import { newModelEndpoint } from "../../functions/domain/model-endpoint.ts";
import { openModelEndpoint } from "../../functions/pipeline/generators/model-endpoint.ts";
import { readModelEndpoint, storeModelEndpoint } from "../../functions/table/model-endpoints.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { serviceSecrets } from "../support/api/service-secrets.ts";
import { newPipeline } from "../support/api/valid-bodies.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at } from "../support/client/http-client.ts";
import { startHttp, startHttps } from "../support/http/servers.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
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

  const rejected = await create(ids.emptyBrd, { generator });
  expect(errorFaults(rejected, 422)).toEqual([]);
  expect(rejected.text).toContain("PUT /v1/brands/{id}/model-endpoint");
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

it("the key of a model endpoint is opened for its brand only, and an endpoint can have none", async () => {
  const { organizationId, ids, keys } = await newFixtures();
  await client.call("PUT", pathOf(ids.emptyBrd), { key: keys.write, body });
  const table = tableAt(provided("service").database);
  const open = (id: string) =>
    openModelEndpoint({ organizationId, id }, { table, secrets: serviceSecrets() });
  expect(await open(ids.emptyBrd)).toEqual(body);
  expect(await open(ids.brd)).toMatchObject({ apiKey: null });
  expect(await open(newId("brd"))).toBe("not_set");

  const stored = await readModelEndpoint(table, organizationId, ids.emptyBrd);
  const { url, model } = body;
  const sealedApiKey = stored?.sealedApiKey ?? null;
  const copied = { organizationId, brandId: ids.brd, url, model, sealedApiKey };
  await storeModelEndpoint(table, newModelEndpoint(copied, Date.now()));
  expect(await open(ids.brd)).toBe("key_unusable");

  // A run then writes by the template, and its post says why.
  const { post } = await runWith({ type: "openai_compatible" }, ids.brd, keys.write);
  expect(at(post, "generator", "fallback", "reason")).toMatch(
    /key of the brand's model endpoint cannot be opened/,
  );
});

/** Runs a pipeline over one item to its end, and returns the run and its post. */
async function runWith(generator: object, brandId: string, key: string) {
  const items = [{ id: "1", url: "https://tidings.example/1", title: "Cold brew comes to commuter trains" }];
  const feed = { version: "https://jsonfeed.org/version/1.1", title: "Tidings", items };
  const port = await startHttp((_, response) => response.end(JSON.stringify(feed)));
  const sources = [{ type: "feed", url: `http://127.0.0.1:${port}/` }];
  const made = await client.call("POST", `/v1/brands/${brandId}/pipelines`, {
    key,
    body: { name: "News", sources, channels: ["feed"], generator },
  });
  const queued = await client.call("POST", `/v1/pipelines/${asText(at(made.json, "id"))}/runs`, { key });
  const path = `/v1/runs/${asText(at(queued.json, "runId"))}`;
  const run = await vi.waitFor(
    async () => {
      const { json } = await client.call("GET", path, { key });
      expect(at(json, "status")).toBe("succeeded");
      return json;
    },
    { timeout: 15_000, interval: 200 },
  );
  const { json: post } = await client.call("GET", `/v1/posts/${asText(at(run, "outputs", 0))}`, { key });
  return { run, post };
}

it("a run asks the model endpoint of its brand with the key, and its post has the model's text", async () => {
  const { ids, keys } = await newFixtures();
  const key = keys.write;
  const text = "Commuter trains get cold brew.";
  const message = { role: "assistant", content: JSON.stringify({ text, hashtags: [] }) };
  const usage = { prompt_tokens: 120, completion_tokens: 30 };
  const asked: unknown[] = [];
  const { certFile, keyFile } = provided("service").tls;
  const port = await startHttps(
    { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") },
    ({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }], usage }));
    },
  );
  const endpoint = { ...body, url: `https://localhost:${port}/v1` };
  await client.call("PUT", pathOf(ids.emptyBrd), { key, body: endpoint });

  const { run, post } = await runWith({ type: "openai_compatible" }, ids.emptyBrd, key);
  expect(asked).toEqual([["/v1/chat/completions", "Bearer sk-very-secret"]]);
  expect(at(run, "usage")).toEqual({ inputTokens: 120, outputTokens: 30, costUsd: null });
  expect(at(post, "content", "text")).toBe(text);
  expect(at(post, "generator")).toEqual({ type: "openai_compatible", fallback: null });
});

it("a run with a model of Bedrock ends within seconds where there are no AWS credentials, and its posts say why", async () => {
  const { ids, keys } = await newFixtures();
  const generator = { type: "bedrock", model: "eu.amazon.nova-lite-v1:0" };
  const { run, post } = await runWith(generator, ids.emptyBrd, keys.write);
  expect(at(run, "usage")).toEqual({ inputTokens: 0, outputTokens: 0, costUsd: null });
  expect(at(post, "generator")).toEqual({
    type: "bedrock",
    fallback: { reason: "Amazon Bedrock is not available: this local runtime has no AWS credentials." },
  });
});
