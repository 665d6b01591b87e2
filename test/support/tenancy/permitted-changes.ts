import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { type Fixtures, newFixturesFor } from "../api/fixtures.ts";
import { errorFaults, successFaults } from "../api/responses.ts";
import { bodyOf, caseOf, pathOf } from "../api/valid-requests.ts";
import type { Client } from "../client/http-client.ts";
import { faultLines } from "./expected-responses.ts";
import { idFieldsOf } from "./id-fields.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { containsIdOf } from "./rows.ts";
import { callOrFailure } from "./send-cases.ts";
import { type Caller, ranks } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

type Role = NonNullable<Caller["role"]>;

/**
 * Field names that a faulty service could read as the owner or the id of a resource, on routes without such a field.
 */
const temptingFields: Readonly<Record<string, IdPrefix>> = {
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
 * Sends the valid request of every operation that changes something, by every role that may use it. Each goes to a new
 * organization, with another organization's ids in further fields of the query, the body and the headers. The request
 * must succeed and show no data of the other organization. Then other callers repeat it with the same Idempotency-Key.
 * Returns the number of cases and one line for each wrong response.
 */
export async function permittedFaults(
  client: Client,
  operations: readonly string[],
  { foreignTenant, ownTenant }: { foreignTenant: Tenant; ownTenant: Tenant },
): Promise<{ cases: number; wrong: string[] }> {
  const requests = operations.flatMap((operation) =>
    rolesFor(operation).map((role) => ({ operation, role })),
  );
  const results = await mapConcurrently(
    requests,
    (request) => permittedFaultsOf(client, request, { foreignTenant, ownTenant }),
    ({ operation }) => operation,
  );
  return {
    cases: results.reduce((sum, { cases }) => sum + cases, 0),
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}

/** Returns the roles that may use an operation; none for an operation that changes nothing. */
function rolesFor(operation: string): Role[] {
  const { route } = caseOf(operation);
  if (route.method === "GET") return [];
  return (["read", "write", "admin"] as const).filter((role) => ranks[role] >= ranks[route.access]);
}

async function permittedFaultsOf(
  client: Client,
  { operation, role }: { operation: string; role: Role },
  { foreignTenant, ownTenant }: { foreignTenant: Tenant; ownTenant: Tenant },
): Promise<{ cases: number; wrong: string[] }> {
  const { route } = caseOf(operation);
  const own = await newFixturesFor(operation);
  const foreignIds = foreignIdsFor(operation, foreignTenant);
  const idempotencyKey = `${operation}-${role}-${runId}`;
  const send = (fixtures: Pick<Fixtures, "ids">, key: string | undefined) => {
    const { query } = caseOf(operation);
    const body = bodyOf(operation, own);
    const search = new URLSearchParams({ ...query?.(own.ids), ...foreignIds });
    return callOrFailure(client, route.method, `${pathOf(route, fixtures)}?${search.toString()}`, {
      ...(key !== undefined && { key }),
      ...(body && { body: { ...body, ...foreignIds } }),
      headers: {
        "Idempotency-Key": idempotencyKey,
        "X-Organization-Id": foreignTenant.organizationId,
        "X-Forwarded-User": foreignTenant.ids.key,
      },
    });
  };
  const wrong: string[] = [];
  let cases = 0;
  const check = (caller: string, faults: readonly string[]) => {
    cases += 1;
    wrong.push(...faultLines(`${operation}; by ${caller}, with foreign ids in further fields`, faults));
  };
  const response = await send(own, own.keys[role]);
  check(`its ${role} key`, [
    ...successFaults(route, response),
    ...(containsIdOf(foreignTenant, response.text)
      ? [`shows data of another organization: ${response.text}`]
      : []),
    ...(response.headers["idempotent-replayed"] === undefined ? [] : ["is the response of another request"]),
  ]);
  check(
    "a caller without a key, with the same Idempotency-Key",
    errorFaults(await send(own, undefined), 401),
  );
  // A read key has the lowest role, and may open a session.
  if (route.access !== "read")
    check(
      "a key with a lower role, with the same Idempotency-Key",
      errorFaults(await send(own, own.keys.read), 403),
    );
  // A path that names a resource is not found for another organization. Without an id in the path, it changes its own
  // data.
  const other = await send(own, ownTenant.keys[role]);
  const hasIdInPath = idFieldsOf(route).some(({ location }) => location === "path");
  check("another organization, with the same Idempotency-Key", [
    ...(hasIdInPath ? errorFaults(other, 404) : []),
    ...(other.text === response.text && response.text !== "" ? ["gets the same response"] : []),
    ...(other.headers["idempotent-replayed"] === undefined ? [] : ["is the response of another request"]),
  ]);
  return { cases, wrong };
}

/** Different for each test run, so that several runs on one service use different idempotency keys. */
const runId = randomUUID();

/** Returns another organization's ids under all names that are no field of the route. */
function foreignIdsFor(operation: string, foreignTenant: Tenant): Record<string, string> {
  const { route } = caseOf(operation);
  const inBody = route.body instanceof z.ZodMiniObject ? Object.keys(route.body.shape) : [];
  const known = new Set([...idFieldsOf(route).map(({ field }) => field), ...inBody]);
  return Object.fromEntries(
    Object.entries(temptingFields).flatMap(([name, kind]) => {
      const resource = foreignTenant.resources.find((candidate) => candidate.kind === kind);
      return known.has(name) || resource === undefined ? [] : [[name, resource.id]];
    }),
  );
}
