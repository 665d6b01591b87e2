import type { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it } from "vitest";
import { postStatuses } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { pageOfDeadLetters, recordDeadLetter } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { pageOfPosts } from "../../functions/table/posts.ts";
import { insertRun, pageOfRuns } from "../../functions/table/runs.ts";
import type { Item } from "../../functions/table/store/change.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { metricsOfWeek } from "../../functions/table/weekly-digests.ts";
import { aDelivery, aPost, aRun, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { tableAt, testTable } from "../support/table/table.ts";

const table = testTable();
const first = { order: "asc" as const, limit: 10, after: null };

interface BatchAnswer {
  Responses?: Record<string, Item[]>;
}

/** What a reader sees of an item that a batch read meets: undefined where it sees none. */
type Seen = (item: Item, consistent: boolean) => Item | undefined;

/** The table as its readers see it, with what was read of it in batches since the last time. */
function seenAs(seen: Seen): { table: Table; batchReads: () => { keys: number; consistent: boolean }[] } {
  const behind = tableAt(inject("database"));
  const reads: { keys: number; consistent: boolean }[] = [];
  behind.client.middlewareStack.add(
    (next) => async (args) => {
      const answered = await next(args);
      const { RequestItems } = trusted<BatchGetCommand["input"]>(args.input);
      const asked = RequestItems?.[behind.name];
      if (asked === undefined) return answered;
      const consistent = asked.ConsistentRead === true;
      reads.push({ keys: asked.Keys?.length ?? 0, consistent });
      const output = trusted<BatchAnswer>(answered.output);
      const rows = (output.Responses?.[behind.name] ?? []).flatMap((item) => seen(item, consistent) ?? []);
      return trusted<typeof answered>({
        ...answered,
        output: { ...output, Responses: { [behind.name]: rows } },
      });
    },
    { step: "initialize", priority: "high" },
  );
  return { table: behind, batchReads: () => reads.splice(0) };
}

async function threePosts() {
  const organizationId = newId("org");
  const posts = [0, 1, 2].map(() => aPost(organizationId));
  await storePosts(table, posts);
  return { organizationId, posts, ids: posts.map(({ id }) => id) };
}

const all = { statuses: undefined, brandId: undefined, sort: "createdAt" as const };
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

describe("a row that its list has and the copy that is read has not yet", () => {
  it("is on its page of posts, for one read more of just that row", async () => {
    const { organizationId, ids } = await threePosts();
    const { table: behind, batchReads } = seenAs((item, consistent) =>
      consistent || item["id"] !== ids[1] ? item : undefined,
    );
    expect(idsOf(await pageOfPosts(behind, organizationId, all, first))).toEqual(ids);
    expect(batchReads()).toEqual([
      { keys: 3, consistent: false },
      { keys: 1, consistent: true },
    ]);
  });

  it("is on its page of posts of a status that the copy does not know of yet", async () => {
    const { organizationId, ids, posts } = await threePosts();
    const moved = {
      ...posts[1],
      ...aPost(organizationId, { status: "scheduled", scheduledAt: isoTime(testTimeMs) }),
    };
    await storePosts(table, [moved]);
    const { table: behind } = seenAs((item, consistent) =>
      consistent ? item : { ...item, status: "pending" },
    );
    const scheduled = { ...all, statuses: ["scheduled" as const] };
    const page = await pageOfPosts(behind, organizationId, scheduled, first);
    expect(page.rows).toMatchObject([{ id: moved.id, status: "scheduled" }]);
    expect(
      idsOf(await pageOfPosts(behind, organizationId, { ...all, statuses: ["pending"] }, first)),
    ).toEqual(ids);
  });

  it("is on its page of runs and of dead letters, and counts in its week", async () => {
    const organizationId = newId("org");
    const run = aRun(organizationId);
    await insertRun(table, run, []);
    const delivery = { ...aDelivery(aWebhook(organizationId)), status: "dead_lettered" as const };
    await storeDelivery(table, delivery);
    await recordDeadLetter(table, delivery, testTimeMs);
    const publishedAt = isoTime(testTimeMs);
    const post = aPost(organizationId, { status: "published", publishedAt });
    await storePosts(table, [post]);

    const { table: behind } = seenAs((item, consistent) => (consistent ? item : undefined));
    const { rows } = await pageOfRuns(behind, organizationId, run.pipelineId, first);
    expect(rows.map(({ runId }) => runId)).toEqual([run.runId]);
    const letters = await pageOfDeadLetters(
      behind,
      organizationId,
      { statuses: undefined, webhookId: undefined },
      first,
    );
    expect(idsOf(letters)).toEqual([deadLetterIdOf(delivery.id)]);
    const week = { startsAt: isoTime(testTimeMs - 1), endsAt: isoTime(testTimeMs + 1) };
    const metrics = await metricsOfWeek(behind, organizationId, post.brandId, week);
    expect(metrics.map(({ postId }) => postId)).toEqual([post.id]);
  });
});

it("a page whose rows are all there is one batch read, and none of it a consistent one", async () => {
  const { organizationId, ids } = await threePosts();
  const { table: behind, batchReads } = seenAs((item) => item);
  for (const statuses of [undefined, postStatuses, ["pending" as const]])
    expect(idsOf(await pageOfPosts(behind, organizationId, { ...all, statuses }, first))).toEqual(ids);
  expect(batchReads()).toEqual([1, 2, 3].map(() => ({ keys: 3, consistent: false })));
});

it("a row that its list still has, but that has moved on, is on no page of what it was", async () => {
  const { organizationId, ids } = await threePosts();
  const pending = { ...all, statuses: ["pending" as const] };
  const { table: behind } = seenAs((item) => (item["id"] === ids[1] ? { ...item, status: "draft" } : item));
  expect(idsOf(await pageOfPosts(behind, organizationId, pending, first))).toEqual([ids[0], ids[2]]);
});
