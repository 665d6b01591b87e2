import { inject } from "vitest";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { type ApiKey, issueKey } from "../../../functions/domain/keyring.ts";
import { isoTime, secondMs } from "../../../functions/domain/time.ts";
import { hashApiKey, newApiKey } from "../../../functions/platform/api-key.ts";
import { deleteBrand, insertBrand } from "../../../functions/table/brands.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letter-records.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import { insertApiKey, revokeApiKey } from "../../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { deletePipeline, insertPipeline } from "../../../functions/table/pipelines.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import { deleteWebhook, insertWebhook } from "../../../functions/table/webhooks.ts";
import { digestPut } from "../../../functions/table/weekly-digests.ts";
import { changeKey } from "../api/organization.ts";
import { newWorld, type World } from "../api/world.ts";
import {
  aBrand,
  aDelivery,
  aDigest,
  aPipeline,
  aPost,
  aRun,
  aWebhook,
  newId,
  testTimeMs,
} from "../table/entities.ts";
import { storePosts } from "../table/posts.ts";
import { tableAt } from "../table/table.ts";

/** Something that an organization has, or had, in one of the states that its kind can be in. */
export interface Thing {
  kind: IdPrefix;
  state: string;
  id: string;
}

/** An organization that has something of every kind in every state, and two at least of all that is listed. */
export interface Estate extends World {
  things: readonly Thing[];
}

/** Requests a minute of the keys that a whole matrix is asked with. */
const rateLimit = 1_000_000;

export async function newEstate(): Promise<Estate> {
  const world = await newWorld();
  const { organizationId, keys, ids } = world;
  for (const key of Object.values(keys)) await changeKey(key, { rateLimit });
  // Each of its brands has a digest of the week that is asked for.
  await commit(table(), [digestPut(aDigest(organizationId, ids.emptyBrd))]);
  const things: Thing[] = [
    { kind: "org", state: "standing", id: organizationId },
    { kind: "brd", state: "with pipelines", id: ids.brd },
    { kind: "brd", state: "empty", id: ids.emptyBrd },
    { kind: "pip", state: "active", id: ids.pip },
    { kind: "run", state: "succeeded", id: ids.run },
    { kind: "pst", state: "pending", id: ids.pst },
    ...(["draft", "scheduled", "published", "failed"] as const).map((state) => ({
      kind: "pst" as const,
      state,
      id: ids[state],
    })),
    { kind: "whk", state: "active", id: ids.whk },
    { kind: "dlv", state: "given up", id: ids.dlv },
    { kind: "dlt", state: "final_attempt_pending", id: ids.dlt },
    { kind: "key", state: "active", id: ids.key },
    ...(await pipelinesAndRuns(world)),
    ...(await subscriptionsAndLetters(world)),
    ...(await apiKeys(world)),
    ...(await deletedBrand(world)),
  ];
  return { ...world, things };
}

const table = () => tableAt(inject("service").database);

async function pipelinesAndRuns({ organizationId, ids }: World): Promise<Thing[]> {
  const things: Thing[] = [];
  for (const status of ["draft", "paused"] as const) {
    const pipeline = { ...aPipeline(organizationId, ids.brd), status };
    await insertPipeline(table(), pipeline);
    things.push({ kind: "pip", state: status, id: pipeline.id });
  }
  for (const status of ["queued", "running", "failed"] as const) {
    const run = { ...aRun(organizationId, ids.pip, ids.brd), status };
    await insertRun(table(), run, []);
    things.push({ kind: "run", state: status, id: run.runId });
  }
  const gone = aPipeline(organizationId, ids.brd);
  await insertPipeline(table(), gone);
  await deletePipeline(table(), gone);
  const posts = [1, 2].map(() => aPost(organizationId, { brandId: ids.brd, pipelineId: ids.pip }));
  await storePosts(table(), posts);
  return [...things, { kind: "pip", state: "deleted", id: gone.id }];
}

async function subscriptionsAndLetters({ organizationId, ids }: World): Promise<Thing[]> {
  const disabled = { ...aWebhook(organizationId), status: "disabled" as const };
  await insertWebhook(table(), disabled);
  const gone = aWebhook(organizationId);
  await insertWebhook(table(), gone);
  await deleteWebhook(table(), organizationId, gone.id);
  const states = {
    exhausted: { status: "dead_lettered", nextAttempt: null, nextAttemptAt: null },
    replaying: { status: "pending", cycle: 2 },
    resolved: { status: "succeeded", nextAttempt: null, nextAttemptAt: null },
  } as const;
  const letters: Thing[] = [];
  for (const [state, changes] of Object.entries(states)) {
    const delivery = { ...aDelivery({ ...aWebhook(organizationId), id: ids.whk }), ...changes };
    await storeDelivery(table(), delivery);
    await recordDeadLetter(table(), delivery, testTimeMs);
    letters.push({ kind: "dlt", state, id: deadLetterIdOf(delivery.id) });
  }
  return [
    ...letters,
    { kind: "whk", state: "disabled", id: disabled.id },
    { kind: "whk", state: "deleted", id: gone.id },
  ];
}

async function apiKeys({ organizationId }: World): Promise<Thing[]> {
  const owner = { organizationId, cursorKey: "" };
  const insert = async (changes: Partial<ApiKey>) => {
    const given = { id: newId("key"), name: "one more", role: "read" as const, hash: newId("key") };
    const key = { ...issueKey(given, testTimeMs), ...changes };
    await insertApiKey(table(), owner, key, Date.now());
    return key.id;
  };
  const things: Thing[] = [
    { kind: "key", state: "expired", id: await insert({ expiresAt: isoTime(Date.now() - 60 * secondMs) }) },
    { kind: "key", state: "rotated", id: await insert({ rotatedTo: newId("key") }) },
  ];
  const revoked = await insert({});
  await revokeApiKey(table(), organizationId, revoked, Date.now());
  return [...things, { kind: "key", state: "revoked", id: revoked }];
}

async function deletedBrand({ organizationId }: World): Promise<Thing[]> {
  const brand = aBrand(organizationId);
  await insertBrand(table(), brand);
  await deleteBrand(table(), organizationId, brand.id, []);
  return [{ kind: "brd", state: "deleted", id: brand.id }];
}

/** Whether nothing is to be found of it any more. */
export function isGone({ state }: Thing): boolean {
  return state === "deleted" || state === "revoked";
}

/** Keys that let nobody in although they were, or look like, an organization's: issued here, to be refused later. */
export async function spentKeys({ organizationId }: World): Promise<{ revoked: string; expired: string }> {
  const revoked = newApiKey();
  const expired = newApiKey();
  await issue(organizationId, revoked, true);
  await issue(organizationId, expired, false);
  await changeKey(expired, { validUntilMs: Date.now() - secondMs });
  return { revoked, expired };
}

async function issue(organizationId: string, key: string, isRevoked: boolean): Promise<void> {
  const given = { id: newId("key"), name: "spent", role: "admin" as const, hash: hashApiKey(key) };
  await insertApiKey(table(), { organizationId, cursorKey: "" }, issueKey(given, testTimeMs), Date.now());
  if (isRevoked) await revokeApiKey(table(), organizationId, given.id, Date.now());
}
