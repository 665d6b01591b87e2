import { expect, it } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { ConditionFailed } from "../../functions/table/store/condition-failed.ts";
import { settleOutbox } from "../../functions/table/store/outbox.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { newId } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const message = (organizationId: string, runId = "run"): OutgoingMessage => ({
  queue: "runs",
  body: { kind: "run.execute", organizationId, runId },
  notBeforeMs: 0,
  group: organizationId,
});

/** The outbox items of one organization: other tests store theirs in the same table. */
async function outboxOf(organizationId: string) {
  const all = await everyOutboxItem(table);
  return all.filter(({ messages }) => messages.some(({ body }) => body.organizationId === organizationId));
}

it("a commit stores a change together with its message", async () => {
  const id = newId("org");
  await commit(table, [{ kind: "put", item: { pk: id, sk: "X" } }], { messages: [message(id)] });
  expect(await readItem(table, { pk: id, sk: "X" })).not.toBeNull();
  expect(await outboxOf(id)).toHaveLength(1);
});

it("a commit stores neither the change nor its message when the condition fails, and returns the stored item", async () => {
  const id = newId("org");
  const put = {
    kind: "put",
    item: { pk: id, sk: "X", value: 1 },
    condition: "attribute_not_exists(pk)",
  } as const;
  await commit(table, [put]);
  const failure = await commit(table, [put], { messages: [message(id)] }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConditionFailed);
  expect(failure).toMatchObject({ index: 0, found: { value: 1 } });
  expect(await outboxOf(id)).toHaveLength(0);
});

it("a commit stores messages that together are larger than one item may be, each of them whole", async () => {
  const id = newId("org");
  const large = [1, 2, 3, 4, 5].map((number) => message(id, `${number}${"ü".repeat(60_000)}`));
  await commit(table, [{ kind: "put", item: { pk: id, sk: "X" } }], { messages: large });
  const stored = (await outboxOf(id)).flatMap(({ messages }) => messages);
  expect(stored).toHaveLength(5);
  expect(stored).toEqual(expect.arrayContaining(large));
});

it("a failed commit names the changes whose condition failed", async () => {
  const [one, two] = [newId("org"), newId("org")];
  await commit(table, [{ kind: "put", item: { pk: two, sk: "X" } }]);
  const changes = [one, two].map((pk) => ({
    kind: "put" as const,
    item: { pk, sk: "X" },
    condition: "attribute_not_exists(pk)",
  }));
  await expect(commit(table, changes)).rejects.toMatchObject({ index: 1, indexes: [1] });
  expect(await readItem(table, { pk: one, sk: "X" })).toBeNull();
});

it("deleted outbox items are gone, and all messages of a large commit are in them until then", async () => {
  const id = newId("org");
  await commit(table, [], { messages: Array.from({ length: 150 }, () => message(id)) });
  const items = await outboxOf(id);
  expect(items.flatMap(({ messages }) => messages)).toHaveLength(150);
  await settleOutbox(table, items, new Map());
  expect(await outboxOf(id)).toHaveLength(0);
});
