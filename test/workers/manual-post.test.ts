import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { readFeed } from "../../functions/table/feeds.ts";
import { changePost } from "../../functions/table/posts.ts";
import type * as Admin from "../../functions/workers/admin.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { callHandler } from "../support/workers/call-handler.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let work: Record<"publish" | "measure", (message: OutgoingMessage) => Promise<number>>;
let owner: { organizationId: string; key: string };
let brandId: string;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const publishing = await import("../../functions/workers/publish-post.ts");
  const measuring = await import("../../functions/workers/collect-metrics.ts");
  work = {
    publish: (message) => invokeWorker(publishing.handler, [message]),
    measure: (message) => invokeWorker(measuring.handler, [{ ...message, notBeforeMs: 0 }]),
  };
});
afterAll(() => vi.unstubAllEnvs());

beforeEach(async () => {
  const { handler } = await import("../../functions/workers/admin.ts");
  const { organizationId, keys } = trusted<
    Extract<Awaited<ReturnType<typeof Admin.handler>>, { keys: object }>
  >(await handler({ action: "create-org", name: "Acme" }));
  owner = { organizationId, key: keys.write };
  const brand = await callHandler("create-brand", owner.key, { body: { name: "Acme", timezone: "UTC" } });
  brandId = textAt(brand, "id") ?? "";
});

const call = (operationId: string, id: string, body?: object) =>
  callHandler(operationId, owner.key, { id, ...(body !== undefined && { body }) });

async function createPost(status: "draft" | "pending"): Promise<string> {
  const body = { brandId, channel: "feed", text: "By hand", scheduledAt: "2026-01-01T00:00:00Z", status };
  return textAt(await callHandler("create-post", owner.key, { body }), "id") ?? "";
}

/** The messages of the organization that the outbox holds, of one kind. */
async function sent(kind: OutgoingMessage["body"]["kind"]): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ body, group }) => body.kind === kind && group === owner.organizationId);
}

async function eventTypes(): Promise<string[]> {
  return (await sent("event.fan-out")).flatMap(({ body }) =>
    body.kind === "event.fan-out" ? [body.event.type] : [],
  );
}

it("a manual post is approved, published and measured like a post of a run", async () => {
  const id = await createPost("draft");
  await call("submit-post", id);
  await call("approve-post", id);
  for (const message of await sent("post.publish")) expect(await work.publish(message)).toBe(0);
  expect(await call("get-post", id)).toMatchObject({ status: "published", runId: null });
  expect((await readFeed(table, brandId, 10))?.entries).toMatchObject([{ postId: id, text: "By hand" }]);
  expect(await call("get-post-analytics", id)).toMatchObject({ status: "pending", reach: null });
  const [first, final] = await sent("post.measure");
  for (const [message, status] of [
    [first, "partial"],
    [final, "ready"],
  ] as const) {
    if (message === undefined) throw new Error("no measurement is planned");
    expect(await work.measure(message)).toBe(0);
    expect(await call("get-post-analytics", id)).toMatchObject({ status, reach: 0 });
  }
  expect((await eventTypes()).toSorted()).toEqual(["post.published", "post.scheduled"]);
  expect(await call("list-post-history", id)).toMatchObject({
    data: [
      { action: "published", by: { type: "system" }, status: "published" },
      { action: "approved", by: { type: "api_key" } },
      { action: "submitted", by: { type: "api_key" } },
      { action: "created", by: { type: "api_key" }, status: "draft" },
    ],
  });
});

/** Stores a post of which it is unknown whether its channel shows it. */
async function anUnknownOutcome(): Promise<string> {
  const id = await createPost("pending");
  const failure = { code: "outcome_unknown", message: "Unknown." };
  await changePost(table, owner.organizationId, id, (current) => ({
    post: { ...current, status: "failed", failure, scheduledAt: isoTime(Date.now() - 60_000) },
  }));
  return id;
}

it("a post that a person found published sends post.published once and is measured", async () => {
  const id = await anUnknownOutcome();
  const externalUrl = "https://example.com/1";
  const resolved = await call("resolve-post", id, { status: "published", externalUrl });
  expect(resolved).toMatchObject({ status: "published", externalUrl, failure: null });
  expect(resolved["publishedAt"]).toBe(resolved["scheduledAt"]);
  await expect(call("resolve-post", id, { status: "failed" })).rejects.toThrow("422");
  expect(await eventTypes()).toEqual(["post.published"]);
  const measurements = await sent("post.measure");
  expect(measurements).toHaveLength(2);
  for (const message of measurements) expect(await work.measure(message)).toBe(0);
  expect(await call("get-post-analytics", id)).toMatchObject({ status: "ready", reach: 0 });
});

it("a post that a person did not find sends no event, and its retry publishes it", async () => {
  const id = await anUnknownOutcome();
  await call("resolve-post", id, { status: "failed" });
  expect(await eventTypes()).toEqual([]);
  expect(await sent("post.measure")).toEqual([]);
  await call("retry-post", id);
  for (const message of await sent("post.publish")) expect(await work.publish(message)).toBe(0);
  expect(await call("get-post", id)).toMatchObject({ status: "published", failure: null });
});
