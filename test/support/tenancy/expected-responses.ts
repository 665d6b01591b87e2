import type { Route } from "../../../functions/contract/route.ts";
import { comparable, errorFaults, fieldsOf, successFaults } from "../api/responses.ts";
import type { HttpResponse } from "../client/http-client.ts";
import type { FieldValue } from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import { containsIdOf } from "./rows.ts";
import { mayUse, nameOfCase, type TenancyCase } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

interface Expected {
  status: readonly number[];
  /** Cases with the same group get the same response, byte for byte. null: each case may get another response. */
  group: string | null;
  /** The names that `error.fields` must have. */
  fields?: readonly string[];
}

/** Returns what the contract expects for a case: 401, then 403, then 400, then 404 (section 1). */
function expectedOf(tenancyCase: TenancyCase): Expected {
  const { operation, route, caller, values, shape, spelling, method } = tenancyCase;
  const groupOf = (name: string) => `${operation}: ${name}`;
  // The gateway rejects an unknown method before any function checks the key.
  if (method !== undefined) return { status: [404], group: groupOf(method) };
  if (caller.role === null) return { status: [401], group: groupOf("401") };
  if (!mayUse(caller, route)) return { status: [403], group: groupOf("403") };
  if (spelling !== undefined) return expectedOfSpelling(tenancyCase, spelling);
  if (shape === "malformed")
    return {
      status: [400],
      group: groupOf(`400 to ${values.map(({ idField }) => idField.field).join(", ")}`),
    };
  const notOwn = values.filter(isNotOwn).map(({ idField }) => idField.location);
  // A cursor is valid only with the list and the filter that it came from.
  const isPaged = values.some(({ idField }) => idField.kind === "cursor");
  if (isPaged && notOwn.length > 0) return { status: [400], group: groupOf("cursor"), fields: ["cursor"] };
  if (notOwn.includes("path") || notOwn.includes("body")) return { status: [404], group: groupOf("404") };
  // A list that is filtered by an unknown id is empty. A single resource with an unknown id is not found.
  if (notOwn.includes("query"))
    return isList(route)
      ? { status: [200], group: groupOf("an empty list") }
      : { status: [404], group: groupOf("404") };
  return { status: [route.success.status], group: null };
}

/**
 * Another spelling of an id names no resource; but a spelling that decodes to the caller's own id may name its
 * resource.
 */
function expectedOfSpelling({ operation, route, values }: TenancyCase, spelling: string): Expected {
  if (values.every(({ owner }) => owner === "own"))
    return { status: [route.success.status, 400, 404], group: null };
  return { status: [404, 400], group: `${operation}, ${spelling}` };
}

const isNotOwn = ({ owner }: FieldValue) => owner !== "own";

function isList(route: Route): boolean {
  return idFieldsOf(route).some(({ kind }) => kind === "cursor");
}

export interface CaseResult {
  tenancyCase: TenancyCase;
  response: HttpResponse;
}

/** Returns one line for each case whose response is wrong, with all its faults. */
export function wrongResponses(results: readonly CaseResult[], foreignTenant: Tenant): string[] {
  const references = new Map<string, CaseResult>();
  for (const one of results) {
    const { group } = expectedOf(one.tenancyCase);
    if (group !== null && (isReference(one.tenancyCase) || !references.has(group)))
      references.set(group, one);
  }
  return results.flatMap((one) => {
    const { group } = expectedOf(one.tenancyCase);
    const reference = group === null ? undefined : references.get(group);
    return faultLines(nameOfCase(one.tenancyCase), faultsOf(one, reference, foreignTenant));
  });
}

/** Returns all faults of one case in one line; no line when there are none. */
export function faultLines(name: string, faults: readonly string[]): string[] {
  return faults.length === 0 ? [] : [`${name}: ${faults.join(" | ")}`];
}

/** All other responses of the group must equal the response for unknown ids. */
function isReference({ values }: TenancyCase): boolean {
  return values.every(({ description }) => description === "unknown");
}

function faultsOf(
  { tenancyCase, response }: CaseResult,
  reference: CaseResult | undefined,
  foreignTenant: Tenant,
): string[] {
  const { status, fields } = expectedOf(tenancyCase);
  if (!status.includes(response.status))
    return [`expected ${status.join(" or ")}, got ${response.status} ${response.text.slice(0, 200)}`];
  // A response to HEAD has no body.
  if (tenancyCase.method === "HEAD") return response.text === "" ? [] : [`got a body: ${response.text}`];
  const faults =
    response.status >= 400
      ? errorFaults(response, response.status)
      : successFaults(tenancyCase.route, response).filter((fault) => fault !== "no rate limit");
  if (fields !== undefined && String(fieldsOf(response)) !== String(fields))
    faults.push(`error.fields names ${fieldsOf(response).join(", ")}`);
  if (containsIdOf(foreignTenant, response.text))
    faults.push(`shows data of another organization: ${response.text.slice(0, 300)}`);
  if (reference !== undefined) {
    const [got, expected] = [response, reference.response].map((one) => JSON.stringify(comparable(one)));
    if (got !== expected)
      faults.push(`expected the response of "${nameOfCase(reference.tenancyCase)}", ${expected}, got ${got}`);
  }
  return faults;
}
