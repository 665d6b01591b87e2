import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/delivery-view.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { replayDeadLetter } from "../table/dead-letter-replays.ts";
import { readDeadLetter } from "../table/dead-letters.ts";

export const handler = endpoint(
  deadLetterRoutes.replayDeadLetter,
  async ({ caller, id }, { table, nowMs }) => {
    const letter = await readDeadLetter(table, caller.organizationId, id, nowMs());
    if (letter === null) throw notFound("dead letter");
    return deadLetterView(await replayDeadLetter(table, letter, nowMs()));
  },
);
