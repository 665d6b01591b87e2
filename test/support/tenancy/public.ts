import { comparable } from "../api/answers.ts";
import { caseOf, pathOf } from "../api/cases.ts";
import type { Client } from "../client/http-client.ts";
import { ask, forEach } from "./ask.ts";
import type { Estate } from "./estate.ts";
import type { Caller } from "./questions.ts";

/** What public operations tell one caller and not another: nothing, for whatever header comes with the request. */
export async function publicFaults(
  client: Client,
  operations: readonly string[],
  callers: readonly Caller[],
  estates: readonly Estate[],
): Promise<{ cases: number; wrong: string[] }> {
  const asked = operations
    .filter((operation) => caseOf(operation).route.access === "public")
    .flatMap((operation) => estates.map((estate) => ({ operation, estate })));
  const found = await forEach(asked, async ({ operation, estate }) => {
    const { route } = caseOf(operation);
    const answers = await forEach(callers, async ({ name, headers }) => ({
      name,
      answer: comparable(await ask(client, route.method, pathOf(route, estate), { headers })),
    }));
    const wanted = JSON.stringify(answers[0]?.answer);
    return answers.flatMap(({ name, answer }) => {
      const isRight = answer.status === route.success.status && JSON.stringify(answer) === wanted;
      return isRight ? [] : [`${operation}; by ${name}: expected ${wanted}, got ${JSON.stringify(answer)}`];
    });
  });
  return { cases: asked.length * callers.length, wrong: found.flat() };
}
