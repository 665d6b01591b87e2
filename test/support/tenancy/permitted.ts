import { randomUUID } from "node:crypto";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { errorFaults, successFaults } from "../api/answers.ts";
import { caseOf, pathOf } from "../api/cases.ts";
import { newWorld, type World } from "../api/world.ts";
import type { Client } from "../client/http-client.ts";
import { ask, forEach } from "./ask.ts";
import type { Estate } from "./estate.ts";
import { positionsOf } from "./id-fields.ts";
import { type Caller, ranks } from "./questions.ts";
import { namesAny } from "./rows.ts";
import { faultLine } from "./verdict.ts";

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
  { stranger, home, isWhole }: { stranger: Estate; home: Estate; isWhole: boolean },
): Promise<{ cases: number; wrong: string[] }> {
  const asked = operations.flatMap((operation) =>
    rolesFor(operation, isWhole).map((role) => ({ operation, role })),
  );
  const found = await forEach(asked, (one) => permittedFaultsOf(client, one, { stranger, home }));
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
  { stranger, home }: { stranger: Estate; home: Estate },
): Promise<{ cases: number; wrong: string[] }> {
  const { route } = caseOf(operation);
  const own = await newWorld();
  const extra = foreignFields(operation, stranger);
  const idempotencyKey = `${operation}-${role}-${run}`;
  const send = (world: Pick<World, "ids">, key: string | undefined) => {
    const { body, query } = caseOf(operation);
    const search = new URLSearchParams({ ...query?.(own.ids), ...extra });
    return ask(client, route.method, `${pathOf(route, world)}?${search.toString()}`, {
      ...(key !== undefined && { key }),
      ...(body && { body: { ...body, ...extra } }),
      headers: {
        "Idempotency-Key": idempotencyKey,
        "X-Organization-Id": stranger.organizationId,
        "X-Forwarded-User": stranger.ids.key,
      },
    });
  };
  const wrong: string[] = [];
  let cases = 0;
  const judge = (who: string, faults: readonly string[]) => {
    cases += 1;
    wrong.push(...faultLine(`${operation}; by ${who}, with foreign ids beside`, faults));
  };
  const answer = await send(own, own.keys[role]);
  judge(`its ${role} key`, [
    ...successFaults(route, answer),
    ...(namesAny(stranger, answer.text) ? [`shows what is another organization's: ${answer.text}`] : []),
    ...(answer.headers["idempotent-replayed"] === undefined ? [] : ["is another request's answer"]),
  ]);
  judge("nobody, with its Idempotency-Key", errorFaults(await send(own, undefined), 401));
  judge("a key below its role, with its Idempotency-Key", errorFaults(await send(own, own.keys.read), 403));
  // Who names another organization's thing finds nothing; who names nothing makes something of its own.
  const other = await send(own, home.keys[role]);
  const isNamed = positionsOf(route).some(({ place }) => place === "path");
  judge("another organization, with its Idempotency-Key", [
    ...(isNamed ? errorFaults(other, 404) : []),
    ...(other.text === answer.text && answer.text !== "" ? ["gets its answer"] : []),
    ...(other.headers["idempotent-replayed"] === undefined ? [] : ["is another request's answer"]),
  ]);
  return { cases, wrong };
}

/** Other runs on the same service have keys of their own. */
const run = randomUUID();

/** Another organization's ids by all names that the route itself does not know. */
function foreignFields(operation: string, stranger: Estate): Record<string, string> {
  const known = new Set(positionsOf(caseOf(operation).route).map(({ field }) => field));
  return Object.fromEntries(
    Object.entries(smuggled).flatMap(([name, kind]) => {
      const thing = stranger.things.find((one) => one.kind === kind);
      return known.has(name) || thing === undefined ? [] : [[name, thing.id]];
    }),
  );
}
