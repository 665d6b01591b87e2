import { routes } from "../../../functions/contract/routes.ts";
import type { Client } from "../client/http-client.ts";
import { askAll, takeCursors } from "./ask.ts";
import { callersOf } from "./callers.ts";
import { newEstate } from "./estate.ts";
import { permittedFaults } from "./permitted.ts";
import { publicFaults } from "./public.ts";
import { partOf, questionsOf } from "./questions.ts";
import { changedRows, rowsOf } from "./rows.ts";
import { wrongAnswers } from "./verdict.ts";

/**
 * Asks the matrix of every route, every caller and every id in every place, or a part of it, and says what was
 * answered wrongly, all of it: one line a case, and one for each row that changed and had no reason to.
 */
export async function proveTenancy(
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
  const [home, stranger] = await Promise.all([newEstate(), newEstate()]);
  const callers = await callersOf(home);
  const cursorOf = await takeCursors(client, [home, stranger]);
  const all = operations.flatMap((operation) =>
    questionsOf(operation, callers, { home, stranger, cursorOf }),
  );
  const questions = isWhole ? all : partOf(all);

  const before = await rowsOf([home, stranger]);
  const answered = await askAll(client, questions, home);
  const between = await rowsOf([home, stranger]);
  const permitted = await permittedFaults(client, operations, { home, stranger, isWhole });
  const after = await rowsOf([stranger]);
  const open = await publicFaults(client, operations, callers, [home, stranger]);

  const changed = [
    ...changedRows(before.get(home), between.get(home)).map((row) => `a refused request changed ${row}`),
    ...changedRows(before.get(stranger), after.get(stranger)).map((row) => `a stranger changed ${row}`),
  ];
  return {
    cases: questions.length + permitted.cases + open.cases,
    requests,
    wrong: [...wrongAnswers(answered, stranger), ...permitted.wrong, ...open.wrong, ...changed],
  };
}
