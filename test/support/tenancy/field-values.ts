import type { Route } from "../../../functions/contract/route.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { caseOf, idOf } from "../api/valid-requests.ts";
import { newId } from "../table/entities.ts";
import { type IdField, idFieldsOf } from "./id-fields.ts";
import { isDeleted, type Resource, type Tenant } from "./tenant.ts";

/** A value for a field that takes an id or a cursor. */
export interface FieldValue {
  idField: IdField;
  /**
   * `own`: a resource of the caller that exists. `foreign`: another organization has or had it. `nobody`: all others.
   */
  owner: "own" | "foreign" | "nobody";
  /** Describes the value in the report of a wrong response. */
  description: string;
  value: string;
}

/** The caller's organization, the organization whose resources it must not learn of, and the cursors of both. */
export interface Tenants {
  ownTenant: Tenant;
  foreignTenant: Tenant;
  cursorOf: CursorOf;
}

/** Returns the cursor that a list gave an organization with these filters; undefined when the list has no pages or no such filter. */
export type CursorOf = (tenant: Tenant, operation: string, filtered: readonly string[]) => string | undefined;

/** Returns the value of a field in the valid request. */
export function validValue(route: Route, { location, field, kind }: IdField, ownTenant: Tenant): string {
  const ids: Partial<Record<IdPrefix | "cursor", string>> = ownTenant.ids;
  return (location === "path" && field === "id" ? idOf(route, ownTenant) : ids[kind]) ?? "";
}

/**
 * Returns every value that is tried in a field for an id: own resources in each state, foreign ones, and ids of no
 * resource. The first is an unknown id, the second the own id of the valid request.
 */
export function valuesFor(
  idField: IdField,
  valid: string,
  { ownTenant, foreignTenant }: Tenants,
): FieldValue[] {
  if (idField.kind === "cursor") return [];
  const fieldKind = idField.kind;
  const valueOf = (owner: FieldValue["owner"], description: string, value: string): FieldValue => ({
    idField,
    owner,
    description,
    value,
  });
  const ofKind = ({ resources }: Tenant) => resources.filter(({ kind }) => kind === fieldKind);
  const own = ofKind(ownTenant);
  const foreign = ofKind(foreignTenant);
  return [
    valueOf("nobody", "unknown", newId(fieldKind)),
    valueOf("own", "own", valid),
    ...own
      .filter((resource) => !isDeleted(resource) && resource.id !== valid)
      .map(({ state, id }) => valueOf("own", `own, ${state}`, id)),
    ...foreign.map(({ state, id }) => valueOf("foreign", `foreign, ${state}`, id)),
    ...own.filter(isDeleted).map(({ state, id }) => valueOf("nobody", `own, ${state}`, id)),
    ...otherKinds(ownTenant, fieldKind).map(({ kind, id }) =>
      valueOf("nobody", `own of the kind ${kind}`, id),
    ),
    ...otherKinds(foreignTenant, fieldKind).map(({ kind, id }) =>
      valueOf("foreign", `foreign of the kind ${kind}`, id),
    ),
    valueOf("nobody", "malformed", "malformed"),
    valueOf("nobody", "own in lower case", valid.toLowerCase()),
    valueOf("nobody", "own with its prefix in upper case", withUpperCasePrefix(valid)),
    valueOf("nobody", "own and a character", `${valid}0`),
    valueOf("nobody", "own as in the table", idInTable(ownTenant, valid)),
    ...foreign
      .slice(0, 1)
      .flatMap(({ id }) => [
        valueOf("foreign", "foreign in lower case", id.toLowerCase()),
        valueOf("foreign", "foreign with its prefix in upper case", withUpperCasePrefix(id)),
        valueOf("foreign", "foreign and a character", `${id}0`),
        valueOf("foreign", "foreign as in the table", idInTable(foreignTenant, id)),
      ]),
  ];
}

const idInTable = ({ organizationId }: Tenant, id: string) => `${organizationId}#${id}`;

const withUpperCasePrefix = (id: string) => id.replace(/^[a-z]+/, (prefix) => prefix.toUpperCase());

/** Returns one resource of every kind but one. */
function otherKinds({ resources }: Tenant, excluded: IdPrefix): Resource[] {
  const others = resources.filter(({ kind }) => kind !== excluded).toReversed();
  return [...new Map(others.map((resource) => [resource.kind, resource])).values()];
}

/** Returns every value that is tried for a cursor together with the filter values of the same request. */
export function cursorsFor(
  idField: IdField,
  operation: string,
  { ownTenant, foreignTenant, cursorOf }: Tenants,
  otherValues: readonly FieldValue[],
): FieldValue[] {
  const filtered = otherValues
    .filter((other) => other.idField.location === "query")
    .map((other) => other.idField.field);
  const otherFilter = filtered.length === 0 ? filterFieldsOf(operation).slice(0, 1) : [];
  const ofOtherFilter = (tenant: Tenant) =>
    otherFilter.length === filtered.length ? undefined : cursorOf(tenant, operation, otherFilter);
  const own = cursorOf(ownTenant, operation, filtered);
  const foreign = cursorOf(foreignTenant, operation, filtered);
  const valuesOf = (
    owner: FieldValue["owner"],
    description: string,
    value: string | undefined,
  ): FieldValue[] => (value === undefined ? [] : [{ idField, owner, description, value }]);
  return [
    ...valuesOf("nobody", "unknown", Buffer.alloc(60, 7).toString("base64url")),
    ...valuesOf("own", "own", own),
    ...valuesOf("foreign", "foreign", foreign),
    ...valuesOf("nobody", "own, cut", own?.slice(0, -4)),
    ...valuesOf("foreign", "foreign, cut", foreign?.slice(0, -4)),
    ...valuesOf("nobody", "own, of another filter", ofOtherFilter(ownTenant)),
    ...valuesOf("foreign", "foreign, of another filter", ofOtherFilter(foreignTenant)),
    ...valuesOf("foreign", "a foreign id", foreignTenant.ids.brd),
  ];
}

/** Returns the query parameters by which a list is filtered by an id. */
const filterFieldsOf = (operation: string) =>
  idFieldsOf(caseOf(operation).route)
    .filter(({ location, kind }) => location === "query" && kind !== "cursor")
    .map(({ field }) => field);

/** Returns the first value of each owner: an unknown id, the id of the valid request, and a foreign id. */
export function representatives(all: readonly FieldValue[]): FieldValue[] {
  return (["nobody", "own", "foreign"] as const).flatMap((owner) =>
    all.filter((one) => one.owner === owner).slice(0, 1),
  );
}
