import type { Route } from "../../../functions/contract/route.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { idOf } from "../api/route-cases.ts";
import { newId } from "../table/entities.ts";
import type { IdField } from "./id-fields.ts";
import { isDeleted, type Resource, type Tenant } from "./tenant.ts";

/** A value in a place that names something. */
export interface FieldValue {
  idField: IdField;
  /** Whose it is: `own` is the caller's and stands, `foreign` is or was another organization's, the rest nobody's. */
  whose: "own" | "foreign" | "nobody";
  /** What it is, in words for whoever reads of a wrong answer. */
  what: string;
  value: string;
}

/** Who asks, whom it is not to know of, and the cursors that both were given. */
export interface Tenants {
  ownTenant: Tenant;
  foreignTenant: Tenant;
  cursorOf: CursorOf;
}

/** The cursor that an organization's own list gave, filtered or not; none where the list has no pages. */
export type CursorOf = (tenant: Tenant, operation: string, isFiltered: boolean) => string | undefined;

/** What stands in a place of the right request. */
export function rightValue(route: Route, { place, field, names }: IdField, ownTenant: Tenant): string {
  const known: Partial<Record<IdPrefix | "cursor", string>> = ownTenant.ids;
  return (place === "path" && field === "id" ? idOf(route, ownTenant) : known[names]) ?? "";
}

/**
 * Everything that is tried in a place for an id: own things in each state, foreign ones too, and what is nobody's.
 * An unknown one stands first, then the own one of the right request.
 */
export function valuesFor(
  idField: IdField,
  right: string,
  { ownTenant, foreignTenant }: Tenants,
): FieldValue[] {
  const { names } = idField;
  if (names === "cursor") return [];
  const as = (whose: FieldValue["whose"], what: string, value: string): FieldValue => ({
    idField,
    whose,
    what,
    value,
  });
  const isKind = ({ kind }: Resource) => kind === names;
  const [gone, current] = [isDeleted, (resource: Resource) => !isDeleted(resource)].map((is) =>
    ownTenant.resources.filter((resource) => isKind(resource) && is(resource)),
  );
  const foreign = foreignTenant.resources.filter(isKind);
  return [
    as("nobody", "unknown", newId(names)),
    as("own", "own", right),
    ...(current ?? [])
      .filter(({ id }) => id !== right)
      .map(({ state, id }) => as("own", `own, ${state}`, id)),
    ...foreign.map(({ state, id }) => as("foreign", `foreign, ${state}`, id)),
    ...(gone ?? []).map(({ state, id }) => as("nobody", `own, ${state}`, id)),
    ...otherKinds(ownTenant, names).map(({ kind, id }) => as("nobody", `own of the kind ${kind}`, id)),
    ...otherKinds(foreignTenant, names).map(({ kind, id }) =>
      as("foreign", `foreign of the kind ${kind}`, id),
    ),
    as("nobody", "malformed", "malformed"),
    as("nobody", "own in lower case", right.toLowerCase()),
    as("nobody", "own with its prefix in upper case", right.replace(/^[a-z]+/, upperCased)),
    as("nobody", "own and a character", `${right}0`),
    as("nobody", "own as in the table", inTable(ownTenant, right)),
    ...foreign
      .slice(0, 1)
      .flatMap(({ id }) => [
        as("foreign", "foreign in lower case", id.toLowerCase()),
        as("foreign", "foreign with its prefix in upper case", id.replace(/^[a-z]+/, upperCased)),
        as("foreign", "foreign and a character", `${id}0`),
        as("foreign", "foreign as in the table", inTable(foreignTenant, id)),
      ]),
  ];
}

const inTable = ({ organizationId }: Tenant, id: string) => `${organizationId}#${id}`;

const upperCased = (text: string) => text.toUpperCase();

/** One thing of every kind but one. */
function otherKinds({ resources }: Tenant, not: IdPrefix): Resource[] {
  const others = resources.filter(({ kind }) => kind !== not).toReversed();
  return [...new Map(others.map((resource) => [resource.kind, resource])).values()];
}

/** Everything that is tried for a cursor, beside what its list is filtered by. */
export function cursorsFor(
  idField: IdField,
  operation: string,
  { ownTenant, foreignTenant, cursorOf }: Tenants,
  beside: readonly FieldValue[],
): FieldValue[] {
  const isFiltered = beside.some(({ idField: { place } }) => place === "query");
  const own = cursorOf(ownTenant, operation, isFiltered);
  const foreign = cursorOf(foreignTenant, operation, isFiltered);
  const as = (whose: FieldValue["whose"], what: string, value: string | undefined): FieldValue[] =>
    value === undefined ? [] : [{ idField, whose, what, value }];
  return [
    ...as("nobody", "unknown", Buffer.alloc(60, 7).toString("base64url")),
    ...as("own", "own", own),
    ...as("foreign", "foreign", foreign),
    ...as("nobody", "own, cut", own?.slice(0, -4)),
    ...as("foreign", "foreign, cut", foreign?.slice(0, -4)),
    ...as("nobody", "own, of another filter", cursorOf(ownTenant, operation, !isFiltered)),
    ...as("foreign", "foreign, of another filter", cursorOf(foreignTenant, operation, !isFiltered)),
    ...as("foreign", "a foreign id", foreignTenant.ids.brd),
  ];
}

/** Of all that is tried in a place, what stands for the rest: an unknown one, the right one and a foreign one. */
export function representatives(all: readonly FieldValue[]): FieldValue[] {
  return (["nobody", "own", "foreign"] as const).flatMap((whose) =>
    all.filter((one) => one.whose === whose).slice(0, 1),
  );
}
