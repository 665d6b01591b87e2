import { systemActor } from "../../../functions/domain/actor.ts";
import { newComment } from "../../../functions/domain/comment.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { type ApiKey, issueKey } from "../../../functions/domain/keyring.ts";
import { historyEntry } from "../../../functions/domain/post-history.ts";
import { isoTime, secondMs } from "../../../functions/domain/time.ts";
import { hashApiKey, newApiKey } from "../../../functions/platform/api-key.ts";
import { deleteBrand, insertBrand } from "../../../functions/table/brands.ts";
import { insertComment } from "../../../functions/table/comments.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letter-records.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import { insertApiKey, revokeApiKey } from "../../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { storeModelEndpoint } from "../../../functions/table/model-endpoints.ts";
import { deletePipeline, insertPipeline } from "../../../functions/table/pipelines.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import { trendPut } from "../../../functions/table/trends.ts";
import { deleteWebhook, insertWebhook } from "../../../functions/table/webhooks.ts";
import { digestPut } from "../../../functions/table/weekly-digests.ts";
import { connectWebhook } from "../api/connected-webhook.ts";
import { type Fixtures, newFixtures } from "../api/fixtures.ts";
import { changeKeyRecord } from "../api/organization.ts";
import { provided } from "../setup/provided.ts";
import { aTrend } from "../table/a-trend.ts";
import {
  aBrand,
  aDelivery,
  aDigest,
  aModelEndpoint,
  aPipeline,
  aPost,
  aRun,
  aWebhook,
  newId,
  testTimeMs,
} from "../table/entities.ts";
import { storePosts } from "../table/posts.ts";
import { storeReviewLink } from "../table/review-links.ts";
import { tableAt } from "../table/table.ts";

/** A resource that an organization has or had, in one of the states of its kind. */
export interface Resource {
  kind: IdPrefix;
  state: string;
  id: string;
}

/** An organization with a resource of every kind in every state, and with at least two rows in every list. */
export interface Tenant extends Fixtures {
  resources: readonly Resource[];
}

/** Requests a minute: more than a complete tenancy check makes. */
const rateLimit = 1_000_000;

export async function newTenant(): Promise<Tenant> {
  const fixtures = await newFixtures();
  const { organizationId, keys, ids } = fixtures;
  for (const key of Object.values(keys)) await changeKeyRecord(key, { rateLimit });
  // The other brand has a digest of the requested week from the fixtures.
  await commit(table(), [digestPut(aDigest(organizationId, ids.emptyBrd))]);
  await storeSecondRows(fixtures);
  const resources: Resource[] = [
    { kind: "org", state: "active", id: organizationId },
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
    { kind: "dlv", state: "dead_lettered", id: ids.dlv },
    { kind: "dlt", state: "final_attempt_pending", id: ids.dlt },
    { kind: "rpl", state: "running", id: ids.rpl },
    { kind: "key", state: "active", id: ids.key },
    { kind: "trd", state: "rising", id: ids.trd },
    { kind: "rvl", state: "active", id: ids.rvl },
    ...(await pipelinesAndRuns(fixtures)),
    ...(await subscriptionsAndDeadLetters(fixtures)),
    ...(await apiKeys(fixtures)),
    ...(await deletedBrand(fixtures)),
  ];
  return { ...fixtures, resources };
}

/** Stores what the lists need that have one row in the fixtures, or none. A comment is also an entry of the history. */
async function storeSecondRows({ organizationId, ids }: Fixtures): Promise<void> {
  const now = Date.now();
  for (const text of ["Shorter.", "Better."]) {
    const comment = newComment({ id: newId("cmt"), postId: ids.pst, text, author: systemActor }, now);
    const details = { commentId: comment.id };
    const entry = historyEntry(
      { status: "pending" },
      "commented",
      systemActor,
      { newId, nowMs: now },
      details,
    );
    await insertComment(table(), organizationId, comment, entry);
  }
  await storeModelEndpoint(table(), aModelEndpoint(organizationId, ids.emptyBrd));
  await commit(table(), [trendPut(aTrend({ organizationId, brandId: ids.brd }, now), now)]);
  await storeReviewLink(table(), { organizationId, brandId: ids.brd });
  await connectWebhook(table(), organizationId, ids.emptyBrd);
}

const table = () => tableAt(provided("service").database);

async function pipelinesAndRuns({ organizationId, ids }: Fixtures): Promise<Resource[]> {
  const resources: Resource[] = [];
  for (const status of ["draft", "paused"] as const) {
    const pipeline = { ...aPipeline(organizationId, ids.brd), status };
    await insertPipeline(table(), pipeline);
    resources.push({ kind: "pip", state: status, id: pipeline.id });
  }
  for (const status of ["queued", "running", "failed"] as const) {
    const run = { ...aRun(organizationId, ids.pip, ids.brd), status };
    await insertRun(table(), run, []);
    resources.push({ kind: "run", state: status, id: run.runId });
  }
  const deleted = aPipeline(organizationId, ids.brd);
  await insertPipeline(table(), deleted);
  await deletePipeline(table(), deleted);
  const posts = [1, 2].map(() => aPost(organizationId, { brandId: ids.brd, pipelineId: ids.pip }));
  await storePosts(table(), posts);
  return [...resources, { kind: "pip", state: "deleted", id: deleted.id }];
}

async function subscriptionsAndDeadLetters({ organizationId, ids }: Fixtures): Promise<Resource[]> {
  const disabled = { ...aWebhook(organizationId), status: "disabled" as const };
  await insertWebhook(table(), disabled);
  const deleted = aWebhook(organizationId);
  await insertWebhook(table(), deleted);
  await deleteWebhook(table(), organizationId, deleted.id, []);
  const states = {
    exhausted: { status: "dead_lettered", nextAttempt: null, nextAttemptAt: null },
    replaying: { status: "pending", cycle: 2 },
    resolved: { status: "succeeded", nextAttempt: null, nextAttemptAt: null },
  } as const;
  const deadLetters: Resource[] = [];
  for (const [state, changes] of Object.entries(states)) {
    const delivery = { ...aDelivery({ ...aWebhook(organizationId), id: ids.whk }), ...changes };
    await storeDelivery(table(), delivery, Date.now());
    await recordDeadLetter(table(), delivery, Date.now());
    deadLetters.push({ kind: "dlt", state, id: deadLetterIdOf(delivery.id) });
  }
  return [
    ...deadLetters,
    { kind: "whk", state: "disabled", id: disabled.id },
    { kind: "whk", state: "deleted", id: deleted.id },
  ];
}

async function apiKeys({ organizationId }: Fixtures): Promise<Resource[]> {
  const owner = { organizationId, cursorKey: "" };
  const insert = async (changes: Partial<ApiKey>) => {
    const apiKey = { id: newId("key"), name: "one more", role: "read" as const, hash: newId("key") };
    const key = { ...issueKey(apiKey, testTimeMs), ...changes };
    await insertApiKey(table(), owner, key, Date.now());
    return key.id;
  };
  const resources: Resource[] = [
    { kind: "key", state: "expired", id: await insert({ expiresAt: isoTime(Date.now() - 60 * secondMs) }) },
    { kind: "key", state: "rotated", id: await insert({ rotatedTo: newId("key") }) },
  ];
  const revoked = await insert({});
  await revokeApiKey(table(), organizationId, revoked, Date.now());
  return [...resources, { kind: "key", state: "revoked", id: revoked }];
}

async function deletedBrand({ organizationId }: Fixtures): Promise<Resource[]> {
  const brand = aBrand(organizationId);
  await insertBrand(table(), brand);
  await deleteBrand(table(), organizationId, brand.id, []);
  return [{ kind: "brd", state: "deleted", id: brand.id }];
}

/** Returns whether the API no longer finds the resource. */
export function isDeleted({ state }: Resource): boolean {
  return state === "deleted" || state === "revoked";
}

/** Stores two keys of the organization and makes them invalid: one is revoked, one has expired. */
export async function newInvalidKeys({
  organizationId,
}: Fixtures): Promise<{ revoked: string; expired: string }> {
  const revoked = newApiKey();
  const expired = newApiKey();
  await issue(organizationId, revoked, true);
  await issue(organizationId, expired, false);
  await changeKeyRecord(expired, { validUntilMs: Date.now() - secondMs });
  return { revoked, expired };
}

async function issue(organizationId: string, key: string, isRevoked: boolean): Promise<void> {
  const apiKey = { id: newId("key"), name: "invalid", role: "admin" as const, hash: hashApiKey(key) };
  await insertApiKey(table(), { organizationId, cursorKey: "" }, issueKey(apiKey, testTimeMs), Date.now());
  if (isRevoked) await revokeApiKey(table(), organizationId, apiKey.id, Date.now());
}
