import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished, vi } from "vitest";
import { hourMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { asText, at, type Json } from "../support/client/http-client.ts";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { newStateFolder, openTestClient, serveTestFeed, startTestService } from "../support/e2e/service.ts";

const secret = "a secret";
const timezone = "Europe/Zurich";
const waitOptions = { timeout: 120_000, interval: 100 };

/** Sets the clock of a stopped service to a later time. */
function moveClock(state: string, serviceMs: number): void {
  const database = new DatabaseSync(join(state, "runtime.sqlite"));
  database.prepare("UPDATE clock SET realMs = ?, serviceMs = ?, speed = 1").run(Date.now(), serviceMs);
  database.close();
}

it("a weekly digest is announced at the end of the brand's week, and becomes ready with the last metrics of its posts", async () => {
  const state = newStateFolder();
  let running = await startTestService(state, 1);
  const { read, write } = running.service.keys;
  const receiver = await receive(running.service.tls, { secret, failures: 0 });
  onTestFinished(receiver.close);
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const key = method === "GET" ? read : write;
    const client = openTestClient(running.service);
    const { json } = await client.call(method, path, { key, ...(body !== undefined && { body }) });
    return json;
  };
  const continueAt = async (serviceMs: number, speed: number) => {
    await running.stop();
    moveClock(state, serviceMs);
    running = await startTestService(state, speed);
  };

  // The posts are published in the last hours of a week, on whatever day the test runs. Posts of earlier days would have
  // all their metrics when the week ends, and the digest would be ready at once.
  const week = weekAfter(weekAt(Date.now(), timezone));
  const [startsAtMs, endsAtMs] = [weekStartMs(week, timezone), weekStartMs(weekAfter(week), timezone)];
  await continueAt(endsAtMs - 12 * hourMs, 1);

  await call("POST", "/v1/webhooks", { url: receiver.url, events: ["analytics.weekly_ready"], secret });
  const settings = { approval: "auto", valuePerClick: 0.5, currency: "EUR" };
  const brandId = asText(at(await call("POST", "/v1/brands", { name: "Acme", timezone, settings }), "id"));
  const sources = [{ type: "feed", url: await serveTestFeed() }];
  const pipeline = { name: "News", channels: ["feed"], sources, postsPerRun: 3 };
  const pipelineId = asText(at(await call("POST", `/v1/brands/${brandId}/pipelines`, pipeline), "id"));
  await call("POST", `/v1/pipelines/${pipelineId}/runs`);
  const published = () => call("GET", `/v1/posts?brandId=${brandId}&status=published`);
  await vi.waitFor(async () => expect(at(await published(), "data")).toHaveLength(3), waitOptions);

  const readDigest = () => call("GET", `/v1/analytics/weekly?brandId=${brandId}&week=${week}`);
  expect(await readDigest()).toMatchObject({ status: "pending", posts: null, reach: null });

  await continueAt(endsAtMs - minuteMs, 30);
  await vi.waitFor(() => expect(receiver.received).not.toEqual([]), waitOptions);
  const [{ verified, body } = { verified: false, body: "{}" }] = receiver.received;
  const { type, data, ts } = JSON.parse(body);
  const span = { startsAt: isoTime(startsAtMs), endsAt: isoTime(endsAtMs) };
  const { organizationId } = running.service;
  expect({ verified, type, data }).toEqual({
    verified: true,
    type: "analytics.weekly_ready",
    data: { organizationId, brandId, week, ...span },
  });
  expect(ts * 1_000).toBeGreaterThanOrEqual(endsAtMs);
  const announced = await readDigest();
  expect(announced).toMatchObject({ status: "partial", posts: 3, ...span });

  await continueAt(endsAtMs + 48 * hourMs, 300);
  await vi.waitFor(async () => expect(await readDigest()).toMatchObject({ status: "ready" }), waitOptions);
  const computedAt = at(announced, "computedAt") ?? null;
  expect(await readDigest()).toMatchObject({ posts: 3, reach: 0, clicks: 0, estimatedRoi: 0, computedAt });
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
});
