import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/delivery-view.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readDeadLetter } from "../table/dead-letters.ts";

export const handler = endpoint(deadLetterRoutes.getDeadLetter, async ({ caller, id }, { table, nowMs }) => {
  const letter = await readDeadLetter(table, caller.organizationId, id, nowMs());
  if (letter === null) throw notFound("dead letter");
  return deadLetterView(letter);
});
