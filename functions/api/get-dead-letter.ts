import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/dead-letter-view.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readDeadLetter } from "../table/dead-letters.ts";

export const handler = endpoint(deadLetterRoutes.getDeadLetter, async ({ caller, id }, { table }) => {
  const record = await readDeadLetter(table, caller.organizationId, id);
  if (record === null) throw notFound("dead letter");
  return deadLetterView(record);
});
