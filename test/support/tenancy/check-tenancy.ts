import { routes } from "../../../functions/contract/routes.ts";
import type { Client } from "../client/http-client.ts";
import { callersOf } from "./callers.ts";
import { readCursors } from "./cursors.ts";
import { wrongResponses } from "./expected-responses.ts";
import { permittedFaults } from "./permitted-changes.ts";
import { publicFaults } from "./public-responses.ts";
import { changedRows, rowsOf } from "./rows.ts";
import { sendCases } from "./send-cases.ts";
import { tenancyCasesOf } from "./tenancy-cases.ts";
import { newTenant } from "./tenant.ts";

/**
 * Sends the requests of the tenancy check: every route, by every caller, with every id in every field. Returns one line
 * for each wrong response, and one for each row of the table that should not have changed.
 */
export async function checkTenancy(
  uncounted: Client,
): Promise<{ cases: number; requests: number; wrong: string[] }> {
  let requests = 0;
  const call: Client["call"] = (...request) => {
    requests += 1;
    return uncounted.call(...request);
  };
  const client = { ...uncounted, call };
  const operations = Object.keys(routes);
  const [ownTenant, foreignTenant] = await Promise.all([newTenant(), newTenant()]);
  const callers = await callersOf(ownTenant);
  const cursorOf = await readCursors(client, [ownTenant, foreignTenant]);
  const tenancyCases = operations.flatMap((operation) =>
    tenancyCasesOf(operation, callers, { ownTenant, foreignTenant, cursorOf }),
  );

  const before = await rowsOf([ownTenant, foreignTenant]);
  const results = await sendCases(client, tenancyCases, ownTenant);
  const between = await rowsOf([ownTenant, foreignTenant]);
  const permitted = await permittedFaults(client, operations, { ownTenant, foreignTenant });
  const after = await rowsOf([foreignTenant]);
  const publicCases = await publicFaults(client, operations, callers, [ownTenant, foreignTenant]);

  const changed = [
    ...changedRows(before.get(ownTenant), between.get(ownTenant)).map(
      (row) => `a rejected request changed an own row: ${row}`,
    ),
    ...changedRows(before.get(foreignTenant), after.get(foreignTenant)).map(
      (row) => `a request by another organization changed a row: ${row}`,
    ),
  ];
  return {
    cases: tenancyCases.length + permitted.cases + publicCases.cases,
    requests,
    wrong: [...wrongResponses(results, foreignTenant), ...permitted.wrong, ...publicCases.wrong, ...changed],
  };
}
