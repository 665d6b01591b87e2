import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { countedHandlers } from "../support/api/handlers.ts";
import { openClient } from "../support/client/checked-client.ts";
import { partsOf, takeCursors } from "../support/tenancy/ask.ts";
import { callersOf } from "../support/tenancy/callers.ts";
import { newEstate } from "../support/tenancy/estate.ts";
import { placesOf } from "../support/tenancy/least.ts";
import type { Estates } from "../support/tenancy/named.ts";
import { type Caller, mayUse, nameOf, type Question, questionsOf } from "../support/tenancy/questions.ts";

const client = openClient(inject("service"), { timeoutMs: 30_000 });
let handlers: Awaited<ReturnType<typeof countedHandlers>>;
let estates: Estates;
let callers: Caller[];
beforeAll(async () => {
  handlers = await countedHandlers();
  const [home, stranger] = await Promise.all([newEstate(), newEstate()]);
  estates = { home, stranger, cursorOf: await takeCursors(client, [home, stranger]) };
  callers = await callersOf(home);
});
afterAll(() => {
  client.close();
  handlers.close();
});

/** The questions of one operation about an unknown id, or a foreign one of the right kind in whatever state. */
function aboutOthers(operation: string): Question[] {
  return questionsOf(operation, callers, estates).filter(
    ({ route, caller, named, shape, disguise, method, isAtTheDoor }) =>
      caller === callers.find((one) => mayUse(one, route)) &&
      shape === "right" &&
      disguise === undefined &&
      method === undefined &&
      (isAtTheDoor || named.every(({ position }) => position.names !== "cursor")) &&
      named.some(({ whose }) => whose !== "own") &&
      named.every(({ what }) => what === "unknown" || what === "own" || what.startsWith("foreign, ")),
  );
}

/** What a question costs, the window of its key's rate limit having begun. */
async function billOf(question: Question): Promise<string> {
  const { operation, caller } = question;
  const { segment, search, body } = partsOf(question, estates.home);
  await handlers.invoke("getOrganization", {
    headers: caller.headers,
    pathParameters: {},
    queryStringParameters: null,
    body: undefined,
  });
  const { calls, units } = await handlers.costOf(async () => {
    const { statusCode } = await handlers.invoke(operation, {
      headers: caller.headers,
      pathParameters: { id: segment },
      queryStringParameters: Object.fromEntries(search),
      body,
    });
    expect([200, 404]).toContain(statusCode);
  });
  return JSON.stringify({ calls, units });
}

it("asks the table the same of a foreign thing, in whatever state, as of an unknown one: the same calls, for the same units", async () => {
  const wrong: string[] = [];
  let cases = 0;
  for (const operation of Object.keys(routes)) {
    const models = new Map<string, string>();
    // The unknown ones stand first.
    for (const question of aboutOthers(operation)) {
      const places = question.named
        .map(({ position, whose }) => `${position.field} ${whose === "own" ? "own" : "not own"}`)
        .join(", ");
      const bill = await billOf(question);
      const model = models.get(places) ?? bill;
      models.set(places, model);
      cases += 1;
      if (bill !== model) wrong.push(`${nameOf(question)}: ${bill} in place of ${model}`);
    }
  }
  console.log(`tenancy: the calls of ${cases} cases, ${wrong.length} wrong`);
  // An unknown one, and a foreign one at least.
  expect(cases).toBeGreaterThanOrEqual(2 * placesOf(Object.values(routes)));
  expect(wrong).toEqual([]);
}, 120_000);
