import { describe, expect, it } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { ConditionFailed } from "../../functions/table/store/condition-failed.ts";
import { deleteOutbox } from "../../functions/table/store/outbox.ts";
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

/** The intents of one organization: other tests leave theirs in the same table. */
async function intentsOf(organizationId: string) {
  const all = await everyOutboxItem(table);
  return all.filter(({ messages }) => messages.some(({ body }) => body.organizationId === organizationId));
}

describe("a commit", () => {
  it("stores the change and the message that follows from it together", async () => {
    const id = newId("org");
    await commit(table, [{ kind: "put", item: { pk: id, sk: "X" } }], { messages: [message(id)] });
    expect(await readItem(table, { pk: id, sk: "X" })).not.toBeNull();
    expect(await intentsOf(id)).toHaveLength(1);
  });

  it("stores neither when the condition does not hold, and tells what stands there", async () => {
    const id = newId("org");
    const put = {
      kind: "put",
      item: { pk: id, sk: "X", value: 1 },
      condition: "attribute_not_exists(pk)",
    } as const;
    await commit(table, [put]);
    const refusal = await commit(table, [put], { messages: [message(id)] }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConditionFailed);
    expect(refusal).toMatchObject({ index: 0, found: { value: 1 } });
    expect(await intentsOf(id)).toHaveLength(0);
  });

  it("stores messages that are larger together than an item may be, each whole", async () => {
    const id = newId("org");
    const large = [1, 2, 3, 4, 5].map((number) => message(id, `${number}${"ü".repeat(60_000)}`));
    await commit(table, [{ kind: "put", item: { pk: id, sk: "X" } }], { messages: large });
    const stored = (await intentsOf(id)).flatMap(({ messages }) => messages);
    expect(stored).toHaveLength(5);
    expect(stored).toEqual(expect.arrayContaining(large));
  });

  it("tells which of several changes were refused", async () => {
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

  it("forgets intents once they are handed on", async () => {
    const id = newId("org");
    await commit(table, [], { messages: Array.from({ length: 150 }, () => message(id)) });
    const intents = await intentsOf(id);
    expect(intents.flatMap(({ messages }) => messages)).toHaveLength(150);
    await deleteOutbox(table, intents);
    expect(await intentsOf(id)).toHaveLength(0);
  });
});
