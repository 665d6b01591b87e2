import type { Route } from "../../../functions/contract/route.ts";
import { comparable, errorFaults, fieldsOf, successFaults } from "../api/responses.ts";
import type { HttpResponse } from "../client/http-client.ts";
import type { FieldValue } from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import { namesAny } from "./rows.ts";
import { mayUse, nameOfCase, type TenancyCase } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

interface Expected {
  status: readonly number[];
  /** Questions of one name get one answer, byte by byte; none where each may get its own. */
  alike: string | null;
  /** What `error.fields` must name. */
  fields?: readonly string[];
}

/** What the contract has for a question: 401, then 403, then 400, then 404 (section 1), and nothing of anybody else. */
function expectedOf(tenancyCase: TenancyCase): Expected {
  const { operation, route, caller, values, shape, spelling, method } = tenancyCase;
  const like = (what: string) => `${operation}: ${what}`;
  // The gateway refuses what the API has not, before it is asked who calls.
  if (method !== undefined) return { status: [404], alike: like(method) };
  if (caller.role === null) return { status: [401], alike: like("401") };
  if (!mayUse(caller, route)) return { status: [403], alike: like("403") };
  if (spelling !== undefined) return expectedOfDisguised(tenancyCase, spelling);
  if (shape === "malformed")
    return { status: [400], alike: like(`400 to ${values.map(({ idField }) => idField.field).join(", ")}`) };
  const others = values.filter(isNotOwn).map(({ idField }) => idField.place);
  // One's own cursor is of the list that it came from, and of no other.
  const isPaged = values.some(({ idField }) => idField.names === "cursor");
  if (isPaged && others.length > 0) return { status: [400], alike: like("cursor"), fields: ["cursor"] };
  if (others.includes("path") || others.includes("body")) return { status: [404], alike: like("404") };
  // A filter for what is not there finds nothing, and a thing that is not there is not found.
  if (others.includes("query"))
    return isList(route)
      ? { status: [200], alike: like("an empty list") }
      : { status: [404], alike: like("404") };
  return { status: [route.success.status], alike: null };
}

/** What is written in a disguise is not there; but where decoding gives the caller's own id, its own thing is. */
function expectedOfDisguised({ operation, route, values }: TenancyCase, spelling: string): Expected {
  if (values.every(({ whose }) => whose === "own"))
    return { status: [route.success.status, 400, 404], alike: null };
  return { status: [404, 400], alike: `${operation}, ${spelling}` };
}

const isNotOwn = ({ whose }: FieldValue) => whose !== "own";

function isList(route: Route): boolean {
  return idFieldsOf(route).some(({ names }) => names === "cursor");
}

export interface CaseResult {
  tenancyCase: TenancyCase;
  response: HttpResponse;
}

/** Every answer that is not what it must be, in words; of the others none is left out for one that is wrong. */
export function wrongResponses(answered: readonly CaseResult[], foreignTenant: Tenant): string[] {
  const models = new Map<string, CaseResult>();
  for (const one of answered) {
    const { alike } = expectedOf(one.tenancyCase);
    if (alike !== null && (isModel(one.tenancyCase) || !models.has(alike))) models.set(alike, one);
  }
  return answered.flatMap((one) => {
    const { alike } = expectedOf(one.tenancyCase);
    const model = alike === null ? undefined : models.get(alike);
    return faultLines(nameOfCase(one.tenancyCase), faultsOf(one, model, foreignTenant));
  });
}

/** What is wrong with one case, in one line; none when nothing is. */
export function faultLines(name: string, faults: readonly string[]): string[] {
  return faults.length === 0 ? [] : [`${name}: ${faults.join(" | ")}`];
}

/** What everything else must be like: the same about something that never was. */
function isModel({ values }: TenancyCase): boolean {
  return values.every(({ what }) => what === "unknown");
}

function faultsOf(
  { tenancyCase, response }: CaseResult,
  model: CaseResult | undefined,
  foreignTenant: Tenant,
): string[] {
  const { status, fields } = expectedOf(tenancyCase);
  if (!status.includes(response.status))
    return [`expected ${status.join(" or ")}, got ${response.status} ${response.text.slice(0, 200)}`];
  // Nothing but the status is said to HEAD.
  if (tenancyCase.method === "HEAD") return response.text === "" ? [] : [`got a body: ${response.text}`];
  const faults =
    response.status >= 400
      ? errorFaults(response, response.status)
      : successFaults(tenancyCase.route, response).filter((fault) => fault !== "no rate limit");
  if (fields !== undefined && String(fieldsOf(response)) !== String(fields))
    faults.push(`names ${fieldsOf(response).join(", ")}`);
  if (namesAny(foreignTenant, response.text))
    faults.push(`shows what is another organization's: ${response.text.slice(0, 300)}`);
  if (model !== undefined) {
    const [got, wanted] = [response, model.response].map((one) => JSON.stringify(comparable(one)));
    if (got !== wanted)
      faults.push(`expected what ${nameOfCase(model.tenancyCase)} gets, ${wanted}, got ${got}`);
  }
  return faults;
}
