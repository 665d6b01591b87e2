import { describe, expect, it } from "vitest";
import { readDeadLetter, recordPoison, replay, resolvePoison } from "../../functions/table/dead-letters.ts";
import { aPoison } from "../support/delivery/deliveries.ts";
import { testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;

const statusOf = async ({ organizationId, id }: ReturnType<typeof aPoison>) =>
  (await readDeadLetter(table, organizationId, id))?.status;

describe("an event that no worker could hand to its subscribers", () => {
  it("goes back to its queue on replay, once, and says which dead letter it is of", async () => {
    const poison = aPoison();
    await recordPoison(table, poison);
    await replay(table, poison, now);
    expect(await statusOf(poison)).toBe("replaying");
    await expect(replay(table, poison, now)).rejects.toMatchObject({ code: "unprocessable" });
    const intents = await everyOutboxItem(table);
    const sent = intents
      .flatMap(({ messages }) => messages)
      .filter(({ group }) => group === poison.organizationId);
    expect(sent).toMatchObject([
      { queue: "events", body: { replayOf: poison.id, event: poison.message.body.event } },
    ]);
  });

  it("is resolved when it was handled, and exhausted again when it was not", async () => {
    const poison = aPoison();
    await recordPoison(table, poison);
    await replay(table, poison, now);
    // The first message once more, as queues do: it is not what was replayed.
    expect(await recordPoison(table, poison)).toBe(false);
    expect(await statusOf(poison)).toBe("replaying");
    const body = { ...poison.message.body, replayOf: poison.id };
    const replayed = { ...poison, message: { ...poison.message, body } };
    expect(await recordPoison(table, replayed)).toBe(true);
    expect(await statusOf(poison)).toBe("exhausted");
    await replay(table, poison, now);
    await resolvePoison(table, poison);
    expect(await recordPoison(table, replayed)).toBe(false);
    expect(await statusOf(poison)).toBe("resolved");
  });

  it("is replayed again on purpose once it is resolved, and not by a replay that had read it as exhausted", async () => {
    const poison = aPoison();
    await recordPoison(table, poison);
    await replay(table, poison, now);
    await resolvePoison(table, poison);
    await expect(replay(table, poison, now, ["exhausted"])).rejects.toMatchObject({ code: "unprocessable" });
    expect(await statusOf(poison)).toBe("resolved");
    await replay(table, poison, now);
    expect(await statusOf(poison)).toBe("replaying");
  });

  it("leaves nothing behind when it was handled without ever being a dead letter", async () => {
    const poison = aPoison();
    await resolvePoison(table, poison);
    expect(await statusOf(poison)).toBeUndefined();
  });
});
