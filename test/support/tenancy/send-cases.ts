import { routes } from "../../../functions/contract/routes.ts";
import { caseOf, idOf, pathOf } from "../api/route-cases.ts";
import { type CallOptions, type Client, type HttpResponse, at as sampleOf } from "../client/http-client.ts";
import type { CaseResult } from "./expected-responses.ts";
import { type CursorOf, rightValue } from "./field-values.ts";
import { idFieldsOf, withField } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";
import type { TenancyCase } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

/** As many as keep the service busy. */
const requestsAtOnce = 16;

/** Does something with each of many things, some at once; the answers come in the order of the things. */
export async function mapConcurrently<One, Result>(
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
export function callOrFailure(client: Client, ...request: Parameters<Client["call"]>): Promise<HttpResponse> {
  return client.call(...request).catch((error: unknown) => {
    return { status: 0, headers: {}, text: String(error), json: null };
  });
}

/** Asks every question, and answers with what came of each. */
export function sendCases(
  client: Client,
  tenancyCases: readonly TenancyCase[],
  ownTenant: Tenant,
): Promise<CaseResult[]> {
  return mapConcurrently(tenancyCases, async (tenancyCase) => {
    const { path, options } = requestOf(tenancyCase, ownTenant);
    return {
      tenancyCase,
      response: await callOrFailure(client, tenancyCase.method ?? tenancyCase.route.method, path, options),
    };
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
export function requestPartsOf(
  { operation, route, values, shape, spelling }: TenancyCase,
  ownTenant: Tenant,
): Parts {
  const { body: rightBody = {}, query: rightQuery } = caseOf(operation);
  const inPlace = (place: string) => values.filter(({ idField }) => idField.place === place);
  const [inPath] = inPlace("path");
  const write = idSpellings[spelling ?? ""] ?? asItIs;
  const search = new URLSearchParams(shape === "malformed" ? {} : rightQuery?.(ownTenant.ids));
  for (const { idField, value } of inPlace("query")) search.set(idField.field, value);
  if (shape === "malformed" && !route.body)
    for (const [field, value] of new URLSearchParams(wrongQueryOf(operation))) search.set(field, value);
  const body = inPlace("body").reduce<Record<string, unknown>>(
    (sofar, { idField, value }) =>
      withField(sofar, idField.field, value, rightValue(route, idField, ownTenant)),
    rightBody,
  );
  return {
    segment: inPath && write(inPath.value, idOf(route, ownTenant)),
    search,
    body: route.body && body,
  };
}

const asItIs = (id: string) => id;

function requestOf(tenancyCase: TenancyCase, ownTenant: Tenant): { path: string; options: CallOptions } {
  const { route, caller, shape } = tenancyCase;
  const { segment, search, body } = requestPartsOf(tenancyCase, ownTenant);
  const sent = shape === "malformed" ? { rawBody: "{" } : { body };
  return {
    // What would end the path is the id's own.
    path: `${pathOf(route, ownTenant, segment?.replaceAll("#", "%23"))}?${search.toString()}`,
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
export async function readCursors(client: Client, tenants: readonly Tenant[]): Promise<CursorOf> {
  const taken = new Map<string, string>();
  for (const operation of Object.keys(routes)) {
    const { route } = caseOf(operation);
    const places = idFieldsOf(route).filter(({ place }) => place === "query");
    if (!places.some(({ names }) => names === "cursor")) continue;
    for (const tenant of tenants) {
      const own: Partial<Record<string, string>> = tenant.ids;
      const filter = places.flatMap(({ field, names }) => (own[names] ? [`&${field}=${own[names]}`] : []));
      for (const part of filter.length === 0 ? [""] : ["", filter.join("")]) {
        const path = `${pathOf(route, tenant)}?limit=1${part}`;
        const { json, text } = await client.call("GET", path, { key: tenant.keys.admin });
        const cursor = sampleOf(json, "nextCursor");
        if (typeof cursor !== "string") throw new Error(`${path} has but one page: ${text}`);
        taken.set(label(tenant, operation, part !== ""), cursor);
      }
    }
  }
  return (tenant, operation, isFiltered) => taken.get(label(tenant, operation, isFiltered));
}

const label = (tenant: Tenant, operation: string, isFiltered: boolean) =>
  `${tenant.organizationId} ${operation} ${isFiltered}`;
