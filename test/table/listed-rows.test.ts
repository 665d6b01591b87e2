import type { BatchGetCommandInput, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { movedPost, type PostMove, type PostStatus, postStatuses } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { pageOfDeadLetters } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { measuredPosts } from "../../functions/table/measured-posts.ts";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import { changePost } from "../../functions/table/posts.ts";
import { pageOfRuns } from "../../functions/table/run-lists.ts";
import { insertRun } from "../../functions/table/runs.ts";
import type { Item } from "../../functions/table/store/change.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { aBrand, aDelivery, aPost, aRun, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { intercepted, testTable } from "../support/table/table.ts";

const table = testTable();
const first = { order: "asc" as const, limit: 10, after: null };

interface BatchResponse {
  Responses?: Record<string, Item[]>;
}

/** What the replica returns in place of an item of a batch read. Undefined: the replica does not have it. */
type Replicated = (item: Item, consistent: boolean) => Item | undefined;

/** A table that reads from a replica. `batchReads` returns the batch reads since its last call. */
function replicaTable(replicated: Replicated): {
  table: Table;
  batchReads: () => { keys: number; consistent: boolean }[];
} {
  const reads: { keys: number; consistent: boolean }[] = [];
  const replica = intercepted(table, async ({ input, next }) => {
    const output = await next();
    const { RequestItems } = trusted<BatchGetCommandInput>(input);
    const request = RequestItems?.[table.name];
    if (request === undefined) return output;
    const consistent = request.ConsistentRead === true;
    reads.push({ keys: request.Keys?.length ?? 0, consistent });
    const response = trusted<BatchResponse>(output);
    const rows = (response.Responses?.[table.name] ?? []).flatMap(
      (item) => replicated(item, consistent) ?? [],
    );
    return { ...response, Responses: { [table.name]: rows } };
  });
  return { table: replica, batchReads: () => reads.splice(0) };
}

async function threePosts() {
  const organizationId = newId("org");
  const posts = [0, 1, 2].map(() => aPost(organizationId));
  await storePosts(table, posts);
  return { organizationId, posts, ids: posts.map(({ id }) => id) };
}

const all = { statuses: undefined, brandId: undefined, sort: "createdAt" as const };
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

it("a post that its list has and the replica has not yet is on its page, for one consistent read of that post only", async () => {
  const { organizationId, ids } = await threePosts();
  const { table: replica, batchReads } = replicaTable((item, consistent) =>
    consistent || item["id"] !== ids[1] ? item : undefined,
  );
  expect(idsOf(await pageOfPosts(replica, organizationId, all, first))).toEqual(ids);
  expect(batchReads()).toEqual([
    { keys: 3, consistent: false },
    { keys: 1, consistent: true },
  ]);
});

it("a post is on its page of a status that the replica does not have yet", async () => {
  const { organizationId, ids, posts } = await threePosts();
  const scheduledPost = {
    ...posts[1],
    ...aPost(organizationId, { status: "scheduled", scheduledAt: isoTime(testTimeMs) }),
  };
  await storePosts(table, [scheduledPost]);
  const { table: replica } = replicaTable((item, consistent) =>
    consistent ? item : { ...item, status: "pending" },
  );
  const scheduled = { ...all, statuses: ["scheduled" as const] };
  const page = await pageOfPosts(replica, organizationId, scheduled, first);
  expect(page.rows).toMatchObject([{ id: scheduledPost.id, status: "scheduled" }]);
  expect(idsOf(await pageOfPosts(replica, organizationId, { ...all, statuses: ["pending"] }, first))).toEqual(
    ids,
  );
});

it("a run and a dead letter that the replica does not have yet are on their pages, and such a post counts in its week", async () => {
  const organizationId = newId("org");
  const run = aRun(organizationId);
  await insertRun(table, run, []);
  const delivery = { ...aDelivery(aWebhook(organizationId)), status: "dead_lettered" as const };
  await storeDelivery(table, delivery, testTimeMs);
  await recordDeadLetter(table, delivery, testTimeMs);
  const publishedAt = isoTime(testTimeMs);
  const post = aPost(organizationId, { status: "published", publishedAt });
  await storePosts(table, [post]);

  const { table: replica } = replicaTable((item, consistent) => (consistent ? item : undefined));
  const { rows } = await pageOfRuns(
    replica,
    organizationId,
    { pipelineId: run.pipelineId },
    first,
    testTimeMs,
  );
  expect(rows.map(({ runId }) => runId)).toEqual([run.runId]);
  const letters = await pageOfDeadLetters(
    replica,
    organizationId,
    { statuses: undefined, webhookId: undefined },
    first,
    testTimeMs,
  );
  expect(idsOf(letters)).toEqual([deadLetterIdOf(delivery.id)]);
  const week = { startsAt: isoTime(testTimeMs - 1), endsAt: isoTime(testTimeMs + 1) };
  const published = await measuredPosts(replica, post, week);
  expect(published.map(({ metrics }) => metrics.postId)).toEqual([post.id]);
});

it("a page whose rows are all found costs one batch read, which is not consistent", async () => {
  const { organizationId, ids } = await threePosts();
  const { table: replica, batchReads } = replicaTable((item) => item);
  for (const statuses of [undefined, postStatuses, ["pending" as const]])
    expect(idsOf(await pageOfPosts(replica, organizationId, { ...all, statuses }, first))).toEqual(ids);
  expect(batchReads()).toEqual([1, 2, 3].map(() => ({ keys: 3, consistent: false })));
});

it("a post that its list still has, but whose status has changed, is not on the page of its old status", async () => {
  const { organizationId, ids } = await threePosts();
  const pending = { ...all, statuses: ["pending" as const] };
  const { table: replica } = replicaTable((item) =>
    item["id"] === ids[1] ? { ...item, status: "draft" } : item,
  );
  expect(idsOf(await pageOfPosts(replica, organizationId, pending, first))).toEqual([ids[0], ids[2]]);
});

/** Their page has a query for each status. */
const unpublished = { ...all, statuses: postStatuses.filter((status) => status !== "published") };

/** A table that waits for `act` before its first query of a list of posts in this status. */
function tableThatActsBefore(status: PostStatus, act: () => Promise<unknown>): Table {
  let acted: Promise<unknown> | undefined;
  return intercepted(table, async ({ input, next }) => {
    const { ExpressionAttributeValues: values } = trusted<QueryCommandInput>(input);
    if (String(values?.[":from"]).startsWith(`${status}#`)) await (acted ??= act());
    return next();
  });
}

it.each<[PostMove, PostStatus]>([
  ["cancel", "scheduled"],
  ["reject", "pending"],
  ["retry", "failed"],
  ["approve", "pending"],
  ["submit", "draft"],
])("a post is on its page also when a client %ss it while the page is read", async (move, from) => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const { organizationId, id: brandId } = brand;
  const post = aPost(organizationId, { brandId, status: from });
  await storePosts(table, [post]);
  const acting = tableThatActsBefore(from, () =>
    changePost(table, organizationId, post.id, (current) => ({ post: movedPost(current, move, testTimeMs) })),
  );
  for (const filter of [unpublished, { ...unpublished, brandId }]) {
    const page = await pageOfPosts(acting, organizationId, filter, first);
    expect(idsOf(page)).toEqual([post.id]);
  }
});

it("a post that is retried and then cancelled while a page is read is on that page", async () => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const { organizationId, id: brandId } = brand;
  const post = aPost(organizationId, { brandId, status: "failed" });
  await storePosts(table, [post]);
  const move = (name: PostMove) =>
    changePost(table, organizationId, post.id, (current) => ({ post: movedPost(current, name, testTimeMs) }));
  const acting = tableThatActsBefore("failed", async () => {
    await move("retry");
    await move("cancel");
  });
  expect(idsOf(await pageOfPosts(acting, organizationId, unpublished, first))).toEqual([post.id]);
});
