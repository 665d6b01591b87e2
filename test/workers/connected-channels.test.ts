import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { feedRemovalMessage } from "../../functions/domain/brand.ts";
import { type Connection, checkMessage, openConnection } from "../../functions/domain/connection.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { publicationMessages } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { deleteConnection, requireConnection, storeConnection } from "../../functions/table/connections.ts";
import { readPost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let publish: (...messages: readonly OutgoingMessage[]) => Promise<number>;
let check: (...messages: readonly OutgoingMessage[]) => Promise<number>;
let cleanUp: (...messages: readonly OutgoingMessage[]) => Promise<number>;
let recordDeadLetter: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  // No key service: nothing listens there.
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", "http://127.0.0.1:1");
  const [publisher, checker, cleaner, recorder] = await Promise.all([
    import("../../functions/workers/publish-post.ts"),
    import("../../functions/workers/check-channel.ts"),
    import("../../functions/workers/clean-up.ts"),
    import("../../functions/workers/record-dead-letter.ts"),
  ]);
  publish = (...messages) => invokeWorker(publisher.handler, messages);
  check = (...messages) => invokeWorker(checker.handler, messages);
  cleanUp = (...messages) => invokeWorker(cleaner.handler, messages);
  recordDeadLetter = (...messages) => invokeWorker(recorder.handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

const limits = { text: 10_000, unit: "graphemes" as const, images: 4 };
const account = { id: "flows.example", name: "flows.example", url: null };

/** A brand that has connected the channel `webhook`. Its check is due. */
async function aStoredConnection(): Promise<Connection> {
  const { organizationId, id: brandId } = aBrand(newId("org"));
  await storeBrand(table, { ...aBrand(organizationId), id: brandId });
  const ref = { organizationId, brandId, channel: "webhook" as const };
  const verified = { outcome: "verified" as const, account, limits };
  const sealed = `${Buffer.from("key").toString("base64")}.${Buffer.from("box").toString("base64")}`;
  await storeConnection(table, null, openConnection(ref, verified, sealed, testTimeMs - 2 * 86_400_000));
  return requireConnection(table, ref);
}

const sentTo = async ({ organizationId }: Connection) =>
  (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId);

it("a publication whose credentials cannot be opened now is put off, and its lease is not taken", async () => {
  const { organizationId, brandId } = await aStoredConnection();
  const scheduledAt = isoTime(Date.now() - 1_000);
  const post = aPost(organizationId, { brandId, channel: "webhook", status: "scheduled", scheduledAt });
  await storePosts(table, [post]);
  // It stays in the queue: this test has none to which the worker could put it back.
  expect(await publish(...publicationMessages(post))).toBe(1);
  expect(await readPost(table, organizationId, post.id)).toMatchObject({ status: "scheduled" });
  expect(await readPost(table, organizationId, post.id)).not.toHaveProperty("publicationLeaseUntilMs");
});

it("a check whose credentials cannot be opened now is put off, and the connection stays as it is", async () => {
  const connection = await aStoredConnection();
  expect(await check(checkMessage(connection))).toBe(1);
  expect(await requireConnection(table, connection)).toEqual(connection);
});

it("the message of a check that the connection does not wait for does nothing", async () => {
  const connection = await aStoredConnection();
  const another = { ...connection, nextCheckAt: isoTime(testTimeMs - 3 * 86_400_000) };
  expect(await check(checkMessage(another))).toBe(0);
  await deleteConnection(table, connection);
  expect(await check(checkMessage(connection))).toBe(0);
});

it("a check that has failed too often is made again later, so that the chain of checks never ends", async () => {
  const connection = await aStoredConnection();
  expect(await recordDeadLetter(checkMessage(connection))).toBe(0);
  const sent = await sentTo(connection);
  const [first, again, ...more] = sent.toSorted((one, other) => one.notBeforeMs - other.notBeforeMs);
  expect(more).toEqual([]);
  expect(again?.body).toEqual(first?.body);
  expect(again?.notBeforeMs).toBeGreaterThan(Date.now());
});

it("deleting a brand removes its connections", async () => {
  const { organizationId, brandId, channel } = await aStoredConnection();
  await deleteBrand(table, organizationId, brandId, []);
  expect(await cleanUp(feedRemovalMessage(organizationId, brandId))).toBe(0);
  await expect(requireConnection(table, { organizationId, brandId, channel })).rejects.toMatchObject({
    code: "not_found",
  });
});
