import { expect, it } from "vitest";
import { recordPoison, resolvePoison } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { aPoison } from "../support/delivery/deliveries.ts";
import { testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;

const statusOf = async ({ organizationId, id }: ReturnType<typeof aPoison>) =>
  (await readDeadLetter(table, organizationId, id, now))?.status;

it("the replay of a poison message puts it back into its queue once, with the id of its dead letter", async () => {
  const poison = aPoison();
  await recordPoison(table, poison);
  await replayDeadLetter(table, poison, now);
  expect(await statusOf(poison)).toBe("replaying");
  await expect(replayDeadLetter(table, poison, now)).rejects.toMatchObject({ code: "unprocessable" });
  const outbox = await everyOutboxItem(table);
  const sent = outbox
    .flatMap(({ messages }) => messages)
    .filter(({ group }) => group === poison.organizationId);
  expect(sent).toMatchObject([
    { queue: "events", body: { replayOf: poison.id, event: poison.message.body.event } },
  ]);
});

it("a poison message is resolved when its replay succeeds, and exhausted again when it fails", async () => {
  const poison = aPoison();
  await recordPoison(table, poison);
  await replayDeadLetter(table, poison, now);
  // The queue delivers the first message again: it is not the replay.
  expect(await recordPoison(table, poison)).toBe(false);
  expect(await statusOf(poison)).toBe("replaying");
  const body = { ...poison.message.body, replayOf: poison.id };
  const replayed = { ...poison, message: { ...poison.message, body } };
  expect(await recordPoison(table, replayed)).toBe(true);
  expect(await statusOf(poison)).toBe("exhausted");
  await replayDeadLetter(table, poison, now);
  await resolvePoison(table, poison, now);
  expect(await recordPoison(table, replayed)).toBe(false);
  expect(await statusOf(poison)).toBe("resolved");
});

it("a resolved poison message can be replayed again on purpose, but not by a replay that read it as exhausted", async () => {
  const poison = aPoison();
  await recordPoison(table, poison);
  await replayDeadLetter(table, poison, now);
  await resolvePoison(table, poison, now);
  await expect(replayDeadLetter(table, poison, now, ["exhausted"])).rejects.toMatchObject({
    code: "unprocessable",
  });
  expect(await statusOf(poison)).toBe("resolved");
  await replayDeadLetter(table, poison, now);
  expect(await statusOf(poison)).toBe("replaying");
});

it("resolving a message that was never a dead letter stores nothing", async () => {
  const poison = aPoison();
  await resolvePoison(table, poison, now);
  expect(await statusOf(poison)).toBeUndefined();
});
