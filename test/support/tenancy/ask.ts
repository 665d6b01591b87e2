import { routes } from "../../../functions/contract/routes.ts";
import { caseOf, idOf, pathOf } from "../api/cases.ts";
import { type CallOptions, type Client, type HttpResponse, at as partOf } from "../client/http-client.ts";
import { disguises } from "./disguises.ts";
import type { Estate } from "./estate.ts";
import { positionsOf, withField } from "./id-fields.ts";
import { type CursorOf, rightValue } from "./named.ts";
import type { Question } from "./questions.ts";
import type { Answered } from "./verdict.ts";

/** As many as keep the service busy. */
const requestsAtOnce = 16;

/** Does something with each of many things, some at once; the answers come in the order of the things. */
export async function forEach<One, Result>(
  all: readonly One[],
  act: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = all.entries();
  const work = async () => {
    for (const [index, one] of left) results[index] = await act(one);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return results;
}

/** What comes of a request: where no answer does, one with a status of 0 that says why. */
export function ask(client: Client, ...request: Parameters<Client["call"]>): Promise<HttpResponse> {
  return client.call(...request).catch((error: unknown) => {
    return { status: 0, headers: {}, text: String(error), json: null };
  });
}

/** Asks every question, and answers with what came of each. */
export function askAll(client: Client, questions: readonly Question[], home: Estate): Promise<Answered[]> {
  return forEach(questions, async (question) => {
    const { path, options } = requestOf(question, home);
    return { question, answer: await ask(client, question.method ?? question.route.method, path, options) };
  });
}

/** What a question's request consists of. */
export interface Parts {
  /** What stands in the path's place; undefined where it has none. */
  segment: string | undefined;
  search: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** The parts of a question's request, as they are before anything of it is encoded. */
export function partsOf({ operation, route, named, shape, disguise }: Question, home: Estate): Parts {
  const { body: rightBody = {}, query: rightQuery } = caseOf(operation);
  const inPlace = (place: string) => named.filter(({ position }) => position.place === place);
  const [inPath] = inPlace("path");
  const write = disguises[disguise ?? ""] ?? asItIs;
  const search = new URLSearchParams(shape === "malformed" ? {} : rightQuery?.(home.ids));
  for (const { position, value } of inPlace("query")) search.set(position.field, value);
  if (shape === "malformed" && !route.body)
    for (const [field, value] of new URLSearchParams(wrongQueryOf(operation))) search.set(field, value);
  const body = inPlace("body").reduce<Record<string, unknown>>(
    (sofar, { position, value }) =>
      withField(sofar, position.field, value, rightValue(route, position, home)),
    rightBody,
  );
  return {
    segment: inPath && write(inPath.value, idOf(route, home)),
    search,
    body: route.body && body,
  };
}

const asItIs = (id: string) => id;

function requestOf(question: Question, home: Estate): { path: string; options: CallOptions } {
  const { route, caller, shape } = question;
  const { segment, search, body } = partsOf(question, home);
  const sent = shape === "malformed" ? { rawBody: "{" } : { body };
  return {
    // What would end the path is the id's own.
    path: `${pathOf(route, home, segment?.replaceAll("#", "%23"))}?${search.toString()}`,
    options: { headers: caller.headers, ...(body && sent) },
  };
}

/** The first query of a route's case that is refused. */
function wrongQueryOf(operation: string): string {
  const wrong = caseOf(operation).refused.find(({ query }) => query !== undefined);
  if (wrong?.query === undefined) throw new Error(`the case of ${operation} has no query that is refused`);
  return wrong.query;
}

/** Takes from every list its cursor after the first row, for each of some organizations, filtered and not. */
export async function takeCursors(client: Client, estates: readonly Estate[]): Promise<CursorOf> {
  const taken = new Map<string, string>();
  for (const operation of Object.keys(routes)) {
    const { route } = caseOf(operation);
    const places = positionsOf(route).filter(({ place }) => place === "query");
    if (!places.some(({ names }) => names === "cursor")) continue;
    for (const estate of estates) {
      const own: Partial<Record<string, string>> = estate.ids;
      const filter = places.flatMap(({ field, names }) => (own[names] ? [`&${field}=${own[names]}`] : []));
      for (const part of filter.length === 0 ? [""] : ["", filter.join("")]) {
        const path = `${pathOf(route, estate)}?limit=1${part}`;
        const { json, text } = await client.call("GET", path, { key: estate.keys.admin });
        const cursor = partOf(json, "nextCursor");
        if (typeof cursor !== "string") throw new Error(`${path} has but one page: ${text}`);
        taken.set(label(estate, operation, part !== ""), cursor);
      }
    }
  }
  return (estate, operation, isFiltered) => taken.get(label(estate, operation, isFiltered));
}

const label = (estate: Estate, operation: string, isFiltered: boolean) =>
  `${estate.organizationId} ${operation} ${isFiltered}`;
