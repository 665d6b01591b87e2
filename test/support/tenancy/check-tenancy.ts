import { routes } from "../../../functions/contract/routes.ts";
import type { Client } from "../client/http-client.ts";
import { callersOf } from "./callers.ts";
import { wrongResponses } from "./expected-responses.ts";
import { permittedFaults } from "./permitted-changes.ts";
import { publicFaults } from "./public-responses.ts";
import { changedRows, rowsOf } from "./rows.ts";
import { readCursors, sendCases } from "./send-cases.ts";
import { sampleOf, tenancyCasesOf } from "./tenancy-cases.ts";
import { newTenant } from "./tenant.ts";

/**
 * Asks the matrix of every route, every caller and every id in every place, or a part of it, and says what was
 * answered wrongly, all of it: one line a case, and one for each row that changed and had no reason to.
 */
export async function checkTenancy(
  service: Client,
  { isWhole }: { isWhole: boolean },
): Promise<{ cases: number; requests: number; wrong: string[] }> {
  let requests = 0;
  const call: Client["call"] = (...request) => {
    requests += 1;
    return service.call(...request);
  };
  const client = { ...service, call };
  const operations = Object.keys(routes);
  const [ownTenant, foreignTenant] = await Promise.all([newTenant(), newTenant()]);
  const callers = await callersOf(ownTenant);
  const cursorOf = await readCursors(client, [ownTenant, foreignTenant]);
  const all = operations.flatMap((operation) =>
    tenancyCasesOf(operation, callers, { ownTenant, foreignTenant, cursorOf }),
  );
  const tenancyCases = isWhole ? all : sampleOf(all);

  const before = await rowsOf([ownTenant, foreignTenant]);
  const answered = await sendCases(client, tenancyCases, ownTenant);
  const between = await rowsOf([ownTenant, foreignTenant]);
  const permitted = await permittedFaults(client, operations, { ownTenant, foreignTenant, isWhole });
  const after = await rowsOf([foreignTenant]);
  const open = await publicFaults(client, operations, callers, [ownTenant, foreignTenant]);

  const changed = [
    ...changedRows(before.get(ownTenant), between.get(ownTenant)).map(
      (row) => `a refused request changed ${row}`,
    ),
    ...changedRows(before.get(foreignTenant), after.get(foreignTenant)).map(
      (row) => `a stranger changed ${row}`,
    ),
  ];
  return {
    cases: tenancyCases.length + permitted.cases + open.cases,
    requests,
    wrong: [...wrongResponses(answered, foreignTenant), ...permitted.wrong, ...open.wrong, ...changed],
  };
}
