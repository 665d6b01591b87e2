import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/dead-letter-view.ts";
import { attemptMessage } from "../domain/delivery.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readDeadLetter, replayDelivery, replayPoison } from "../table/dead-letters.ts";

export const handler = endpoint(
  deadLetterRoutes.replayDeadLetter,
  async ({ caller, id }, { table, nowMs }) => {
    const record = await readDeadLetter(table, caller.organizationId, id);
    if (record === null) throw notFound("dead letter");
    const { deadLetter, delivery } = record;
    if (delivery === null) {
      await replayPoison(table, deadLetter);
      return deadLetterView({ ...record, deadLetter: { ...deadLetter, status: "replaying" } });
    }
    const now = nowMs();
    const due = { cycle: delivery.cycle + 1, attempt: 1, atMs: now };
    await replayDelivery(table, delivery, { nowMs: now, messages: [attemptMessage(delivery, due)] });
    return deadLetterView({ ...record, deadLetter: { ...deadLetter, status: "replaying" } });
  },
);
