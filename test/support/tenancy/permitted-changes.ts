import { randomUUID } from "node:crypto";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { type Fixtures, newFixtures } from "../api/fixtures.ts";
import { errorFaults, successFaults } from "../api/responses.ts";
import { caseOf, pathOf } from "../api/route-cases.ts";
import type { Client } from "../client/http-client.ts";
import { faultLines } from "./expected-responses.ts";
import { idFieldsOf } from "./id-fields.ts";
import { namesAny } from "./rows.ts";
import { callOrFailure, mapConcurrently } from "./send-cases.ts";
import { type Caller, ranks } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

type Role = NonNullable<Caller["role"]>;

/** Names that could be taken for whose a thing is, or which, where nothing of the kind is asked for. */
const smuggled: Readonly<Record<string, IdPrefix>> = {
  id: "brd",
  organizationId: "org",
  brandId: "brd",
  pipelineId: "pip",
  runId: "run",
  postId: "pst",
  webhookId: "whk",
  deadLetterId: "dlt",
  keyId: "key",
  rotatedTo: "key",
};

/**
 * Has every role that may change something, or a part of them, change what is its own, each in an organization made
 * for it, with another organization's ids beside in the query, the body and the headers: who may does, and of the other
 * organization nothing is to be seen. Then others ask for the same with the same Idempotency-Key.
 */
export async function permittedFaults(
  client: Client,
  operations: readonly string[],
  { foreignTenant, ownTenant, isWhole }: { foreignTenant: Tenant; ownTenant: Tenant; isWhole: boolean },
): Promise<{ cases: number; wrong: string[] }> {
  const asked = operations.flatMap((operation) =>
    rolesFor(operation, isWhole).map((role) => ({ operation, role })),
  );
  const found = await mapConcurrently(asked, (one) =>
    permittedFaultsOf(client, one, { foreignTenant, ownTenant }),
  );
  return {
    cases: found.reduce((sum, { cases }) => sum + cases, 0),
    wrong: found.flatMap(({ wrong }) => wrong),
  };
}

/** The roles that may change something by an operation; where a part is enough, the least, and only with a body. */
function rolesFor(operation: string, isWhole: boolean): Role[] {
  const { route } = caseOf(operation);
  if (route.method === "GET") return [];
  const roles = (["read", "write", "admin"] as const).filter((role) => ranks[role] >= ranks[route.access]);
  return isWhole ? roles : roles.slice(0, route.body === undefined ? 0 : 1);
}

async function permittedFaultsOf(
  client: Client,
  { operation, role }: { operation: string; role: Role },
  { foreignTenant, ownTenant }: { foreignTenant: Tenant; ownTenant: Tenant },
): Promise<{ cases: number; wrong: string[] }> {
  const { route } = caseOf(operation);
  const own = await newFixtures();
  const extra = foreignFields(operation, foreignTenant);
  const idempotencyKey = `${operation}-${role}-${run}`;
  const send = (fixtures: Pick<Fixtures, "ids">, key: string | undefined) => {
    const { body, query } = caseOf(operation);
    const search = new URLSearchParams({ ...query?.(own.ids), ...extra });
    return callOrFailure(client, route.method, `${pathOf(route, fixtures)}?${search.toString()}`, {
      ...(key !== undefined && { key }),
      ...(body && { body: { ...body, ...extra } }),
      headers: {
        "Idempotency-Key": idempotencyKey,
        "X-Organization-Id": foreignTenant.organizationId,
        "X-Forwarded-User": foreignTenant.ids.key,
      },
    });
  };
  const wrong: string[] = [];
  let cases = 0;
  const judge = (who: string, faults: readonly string[]) => {
    cases += 1;
    wrong.push(...faultLines(`${operation}; by ${who}, with foreign ids beside`, faults));
  };
  const response = await send(own, own.keys[role]);
  judge(`its ${role} key`, [
    ...successFaults(route, response),
    ...(namesAny(foreignTenant, response.text)
      ? [`shows what is another organization's: ${response.text}`]
      : []),
    ...(response.headers["idempotent-replayed"] === undefined ? [] : ["is another request's answer"]),
  ]);
  judge("nobody, with its Idempotency-Key", errorFaults(await send(own, undefined), 401));
  judge("a key below its role, with its Idempotency-Key", errorFaults(await send(own, own.keys.read), 403));
  // Who names another organization's thing finds nothing; who names nothing makes something of its own.
  const other = await send(own, ownTenant.keys[role]);
  const isNamed = idFieldsOf(route).some(({ place }) => place === "path");
  judge("another organization, with its Idempotency-Key", [
    ...(isNamed ? errorFaults(other, 404) : []),
    ...(other.text === response.text && response.text !== "" ? ["gets its answer"] : []),
    ...(other.headers["idempotent-replayed"] === undefined ? [] : ["is another request's answer"]),
  ]);
  return { cases, wrong };
}

/** Other runs on the same service have keys of their own. */
const run = randomUUID();

/** Another organization's ids by all names that the route itself does not know. */
function foreignFields(operation: string, foreignTenant: Tenant): Record<string, string> {
  const known = new Set(idFieldsOf(caseOf(operation).route).map(({ field }) => field));
  return Object.fromEntries(
    Object.entries(smuggled).flatMap(([name, kind]) => {
      const resource = foreignTenant.resources.find((one) => one.kind === kind);
      return known.has(name) || resource === undefined ? [] : [[name, resource.id]];
    }),
  );
}
