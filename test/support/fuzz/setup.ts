import { newApiKey } from "../../../functions/platform/api-key.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { type Fixtures, newFixtures } from "../api/fixtures.ts";
import { changeKeyRecord } from "../api/organization.ts";
import { idOf, pathOf } from "../api/valid-requests.ts";
import { asText, at, type Client } from "../client/http-client.ts";
import { storeDeadLettered } from "../delivery/deliveries.ts";
import { provided } from "../setup/provided.ts";
import { aDelivery, aPipeline, aWebhook } from "../table/entities.ts";
import { tableAt } from "../table/table.ts";
import { type Deletions, newDeletions } from "./deletions.ts";
import { type Disposables, newDisposables } from "./disposable-resources.ts";
import type { RouteName } from "./request-template.ts";
import { bindingOf, routeOf } from "./route-matching.ts";

/** An API key as the service knows it. */
export interface KnownKey {
  organizationId: string;
  role: "read" | "write" | "admin";
  state: "valid" | "limited" | "invalid";
}

/** A cursor that the service issued, with the query of its list. */
export interface IssuedCursor {
  route: RouteName;
  query: string;
  cursor: string;
}

/** An organization with fixtures, keys in every state and a cursor of every list. */
export interface FuzzSetup {
  fixtures: Fixtures;
  keys: { limited: string; revoked: string; expired: string; unknown: string };
  disposables: Disposables;
  deletions: Deletions;
  known: ReadonlyMap<string, KnownKey>;
  cursors: readonly IssuedCursor[];
  /** By cursor: the list and the filters that it works with. */
  bindings: ReadonlyMap<string, string>;
  /** The setup of another organization, whose resources this one must not find. */
  foreign: Pick<
    FuzzSetup,
    "fixtures" | "cursors" | "bindings" | "known" | "disposables" | "deletions"
  > | null;
}

const pagedQueries: readonly (readonly [RouteName, string])[] = [
  ["listBrands", "order=desc"],
  ["listBrands", "order=asc"],
  ["listRuns", "order=desc"],
  ["listRuns", "order=asc"],
  ["listOrganizationRuns", "order=desc"],
  ["listOrganizationRuns", "order=asc"],
  ["listOrganizationPipelines", "order=asc"],
  ["listPosts", "order=desc"],
  ["listPosts", "order=asc"],
  ["listPosts", "sort=scheduledAt&status=pending,draft,failed"],
  ["listWebhooks", "order=desc"],
  ["listWebhooks", "order=asc"],
  ["listDeliveries", "order=desc"],
  ["listDeliveries", "order=asc"],
  ["listDeadLetters", "order=desc"],
  ["listDeadLetters", "status=final_attempt_pending,exhausted"],
  ["listApiKeys", "order=desc"],
  ["listApiKeys", "order=asc"],
];

export async function newFuzzSetup(client: Client, foreign: FuzzSetup | null): Promise<FuzzSetup> {
  const fixtures = await newFixtures();
  const { organizationId } = fixtures;
  const { read, write, admin } = fixtures.keys;
  for (const key of [read, write, admin]) await changeKeyRecord(key, { rateLimit: 1_000_000 });
  const [limited, revoked, expired] = await Promise.all(
    ["limited", "revoked", "expired"].map(async (name) => {
      const body = { name, role: "admin" };
      const { json } = await client.call("POST", "/v1/api-keys", { key: admin, body });
      return { id: asText(at(json, "id")), key: asText(at(json, "key")) };
    }),
  );
  if (limited === undefined || revoked === undefined || expired === undefined) throw new Error("no keys");
  await changeKeyRecord(limited.key, { rateLimit: 1 });
  await client.call("GET", "/v1/brands", { key: limited.key });
  await client.call("DELETE", `/v1/api-keys/${revoked.id}`, { key: admin });
  await changeKeyRecord(expired.key, { validUntilMs: Date.now() - 1_000 });
  await addSecondRows(client, fixtures);
  const disposables = newDisposables(fixtures);

  const cursors = await Promise.all(
    pagedQueries.map(async ([route, query]): Promise<IssuedCursor> => {
      const path = `${pathOf(routeOf(route), fixtures)}?${query}&limit=1`;
      const { json, text } = await client.call("GET", path, { key: admin });
      const cursor = at(json, "nextCursor");
      if (typeof cursor !== "string") throw new Error(`${path} has no second page: ${text}`);
      return { route, query, cursor };
    }),
  );
  return {
    fixtures,
    keys: { limited: limited.key, revoked: revoked.key, expired: expired.key, unknown: newApiKey() },
    known: new Map<string, KnownKey>([
      [read, { organizationId, role: "read", state: "valid" }],
      [write, { organizationId, role: "write", state: "valid" }],
      [admin, { organizationId, role: "admin", state: "valid" }],
      [limited.key, { organizationId, role: "admin", state: "limited" }],
      [revoked.key, { organizationId, role: "admin", state: "invalid" }],
      [expired.key, { organizationId, role: "admin", state: "invalid" }],
    ]),
    disposables,
    deletions: newDeletions(),
    cursors,
    bindings: new Map(
      cursors.map(({ route, query, cursor }) => [
        cursor,
        bindingOf(route, idOf(routeOf(route), fixtures), query),
      ]),
    ),
    foreign,
  };
}

/** Adds a second row to every list that has only one, so that every list gives a cursor. */
async function addSecondRows(client: Client, { organizationId, ids, keys }: Fixtures): Promise<void> {
  const key = keys.write;
  await client.call("POST", `/v1/pipelines/${ids.pip}/runs`, { key });
  await client.call("POST", "/v1/webhooks", {
    key,
    body: { url: "https://localhost:1/second", events: ["post.failed"] },
  });
  await insertPipeline(tableAt(provided("service").database), aPipeline(organizationId, ids.brd));
  const webhook = { ...aWebhook(organizationId), id: ids.whk, url: "https://localhost:1/hook" };
  await storeDeadLettered(tableAt(provided("service").database), aDelivery(webhook));
}
