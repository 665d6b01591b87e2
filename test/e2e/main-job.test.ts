import { createHmac } from "node:crypto";
import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import * as api from "../../client/api.ts";
import { serveChannel } from "../../lib/demo/channel.ts";
import { awaitAnalytics, publishOnBoth } from "../../lib/demo/main-job.ts";
import { type Receiver, receive } from "../support/delivery/webhook-receiver.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { newStateFolder, openTestClient, serveTestFeed, startTestService } from "../support/e2e/service.ts";
import { document } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";

type Received = Receiver["received"][number];

const secret = "geheim: ключ ✓";
const ignoreLog = () => undefined;

it("the service turns a feed into a published post, its signed events and the run's analytics, although it is killed in between", async () => {
  const state = newStateFolder();
  const running = await startTestService(state, 30);
  const { service } = running;
  const receiver = await receive(service.tls, { secret, failures: 2 });
  onTestFinished(receiver.close);
  const channel = await serveChannel(service.tls, `${secret} of the channel`);
  onTestFinished(channel.close);
  const inputs = { feedUrl: await serveTestFeed(), channel, receiver, secret };
  const job = await publishOnBoth(service, inputs, ignoreLog);
  const client = openTestClient(service);
  const { organizationId, keys } = service;
  const readOptions = requestOptions(client, keys.read);
  const post = await ok(api.getPost({ id: job.postId }, readOptions));
  const run = await ok(api.getRun({ id: job.runId }, readOptions));

  // Two posts are scheduled and published.
  const types = [
    "pipeline.run.completed",
    "post.scheduled",
    "post.scheduled",
    "post.published",
    "post.published",
  ];
  await vi.waitFor(
    () =>
      expect(receiver.received.filter(({ status: answered }) => answered === 204)).toHaveLength(types.length),
    { timeout: 20_000, interval: 50 },
  );
  for (const { type, body } of receiver.received)
    expect(schemaFaults(documentedSchema(type), JSON.parse(body))).toEqual([]);
  const events = Map.groupBy(receiver.received, ({ id }) => id);
  expect(Array.from(events.values(), ([first]) => String(first?.type)).toSorted()).toEqual(types.toSorted());
  for (const attempts of events.values()) expectThreeAttempts(attempts);

  expect(dataOf(receiver.received, "post.published", job.postId)).toEqual({
    organizationId,
    postId: job.postId,
    publishedAt: post.publishedAt,
    channels: ["feed"],
  });
  expect(dataOf(receiver.received, "post.scheduled", job.postId)).toEqual({
    organizationId,
    postId: job.postId,
    scheduledAt: post.scheduledAt,
    channels: ["feed"],
  });
  expect(dataOf(receiver.received, "post.published", job.channelPostId)).toMatchObject({
    channels: ["webhook"],
  });
  expect(dataOf(receiver.received, "pipeline.run.completed")).toEqual({
    organizationId,
    runId: job.runId,
    pipelineId: run.pipelineId,
    brandId: job.brandId,
    status: "succeeded",
    outputs: run.outputs,
    error: null,
    finishedAt: run.finishedAt,
  });
  expect(run.outputs).toContain(job.postId);
  const early = await ok(api.getRunAnalytics({ id: job.runId }, readOptions));
  expect(early).toMatchObject({ status: "pending", reach: null });

  await running.kill();
  const again = await startTestService(state, 14_400);
  const analytics = await awaitAnalytics(again.service, job, ignoreLog);
  // The feed reaches twelve subscribers of an aggregator and one other reader. The two clicks of one visitor count once,
  // and a click is worth half a euro.
  expect(analytics).toMatchObject({ reach: 13, clicks: 1, estimatedRoi: 0.5, currency: "EUR" });
  expect(Object(analytics).engagementRate).toBeCloseTo(1 / 13, 4);
}, 120_000);

/**
 * Expects two failures and a success: of one event and one delivery, each time the same bytes in the contract's form.
 */
function expectThreeAttempts(attempts: readonly Received[]): void {
  expect(attempts.map(({ attempt, status: answered }) => [attempt, answered])).toEqual([
    [1, 503],
    [2, 503],
    [3, 204],
  ]);
  expect(attempts.map(({ verified }) => verified)).toEqual([true, true, true]);
  for (const field of ["id", "body", "delivery"] as const)
    expect(new Set(attempts.map((attempt) => attempt[field])).size).toBe(1);
  const [{ body, delivery, id } = { body: "", delivery: "", id: "" }] = attempts;
  const event: unknown = JSON.parse(body);
  expect(body).toBe(JSON.stringify(event));
  expect(Object.keys(Object(event))).toEqual(["id", "type", "data", "signature", "ts"]);
  expect(event).toMatchObject({ id, ts: expect.any(Number) });
  expect(id).toMatch(/^evt_/);
  expect(delivery).toMatch(/^dlv_/);
  // The signature in the body is computed over the same bytes with an empty signature.
  const { signature, ts } = Object(event);
  const unsigned = body.replace(signature, "");
  expect(signature).toBe(`v1=${createHmac("sha256", secret).update(unsigned).digest("hex")}`);
  // Unix seconds, on a clock that is ahead of this one, but not by more than a day.
  expect(Number.isInteger(ts)).toBe(true);
  expect(Math.abs(ts - Date.now() / 1_000)).toBeLessThan(86_400);
}

/** Returns the schema that the OpenAPI document gives for the body of an event's deliveries. */
function documentedSchema(type: string) {
  const media = document.webhooks[type]?.post.requestBody?.content["application/json"];
  if (media === undefined) throw new Error(`the document has no event ${type}`);
  return media.schema;
}

function dataOf(received: readonly Received[], type: string, postId?: string): unknown {
  const all = received.filter((one) => one.type === type).map(({ body }) => JSON.parse(body).data);
  return all.find((data) => postId === undefined || data.postId === postId);
}
