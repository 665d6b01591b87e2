import { bodyOf, caseOf, idOf } from "../api/valid-requests.ts";
import { validValue } from "./field-values.ts";
import { withField } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";
import type { TenancyCase } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

export interface RequestParts {
  /** The value of the path's parameter; undefined when the path has none. */
  segment: string | undefined;
  search: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** Returns the parts of a case's request, before the path and the body are encoded. */
export function requestPartsOf(
  { operation, route, values, shape, spelling }: TenancyCase,
  ownTenant: Tenant,
): RequestParts {
  const { query: validQuery } = caseOf(operation);
  const valuesIn = (location: string) => values.filter(({ idField }) => idField.location === location);
  const [inPath] = valuesIn("path");
  const spell = idSpellings[spelling ?? ""] ?? unchanged;
  const search = new URLSearchParams(shape === "malformed" ? {} : validQuery?.(ownTenant.ids));
  for (const { idField, value } of valuesIn("query")) search.set(idField.field, value);
  if (shape === "malformed" && !route.body)
    for (const [field, value] of new URLSearchParams(invalidQueryOf(operation))) search.set(field, value);
  const body = valuesIn("body").reduce<Record<string, unknown>>(
    (filled, { idField, value }) =>
      withField(filled, idField.field, value, validValue(route, idField, ownTenant)),
    bodyOf(operation, ownTenant) ?? {},
  );
  return {
    segment: inPath && spell(inPath.value, idOf(route, ownTenant)),
    search,
    body: route.body && body,
  };
}

const unchanged = (id: string) => id;

/** Returns the first invalid query of a route's case. */
function invalidQueryOf(operation: string): string {
  const invalid = caseOf(operation).invalidRequests.find(({ query }) => query !== undefined);
  if (invalid?.query === undefined) throw new Error(`the case of ${operation} has no invalid query`);
  return invalid.query;
}
