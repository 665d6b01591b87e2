import type { routes } from "../../../../functions/contract/routes.ts";
import { issueKey } from "../../../../functions/domain/keyring.ts";
import { insertApiKey } from "../../../../functions/table/keyring.ts";
import { insertPipeline } from "../../../../functions/table/pipelines.ts";
import { insertWebhook } from "../../../../functions/table/webhooks.ts";
import { asText, at, type Client } from "../../client/http-client.ts";
import { provided } from "../../setup/provided.ts";
import { aPipeline, aWebhook, newId } from "../../table/entities.ts";
import { tableAt } from "../../table/table.ts";
import { nowhere, type Story, type StoryChanges } from "./story.ts";

/** The state that an example's request needs. */
interface State {
  changes?: StoryChanges;
  /** Does the rest through the API. It may replace ids of the story. */
  before?: (story: Story, client: Client) => Promise<unknown>;
}

type Name = keyof typeof routes;

const deadLettered = { delivery: "dead-lettered" } as const;
const published = { changes: { post: { status: "published" } } } as const;
const table = () => tableAt(provided("service").database);

/** The state that every example of an operation needs. */
const ofOperations: Partial<Record<Name, State>> = {
  deleteBrand: { changes: { withoutPipeline: true } },
  submitPost: { changes: { post: { status: "draft" } } },
  cancelPost: { changes: { post: { status: "scheduled" } } },
  retryPost: {
    changes: { post: { status: "failed", failure: { code: "outcome_unknown", message: "Unknown." } } },
  },
  listDeliveries: { changes: { delivery: "succeeded" } },
  listDeadLetters: { changes: deadLettered },
  getDeadLetter: { changes: deadLettered },
  replayDeadLetter: { changes: deadLettered },
  replayDeadLetters: { changes: deadLettered },
  listApiKeys: { before: issueOne },
  deleteApiKey: { before: issueOne },
  rotateApiKey: { before: issueOne },
  // This subscription has a real sealed secret; the story's own is a placeholder.
  rotateWebhookSecret: { before: subscribe },
};

/** The state that single examples need; it overrides the operation's. */
const ofExamples: Partial<Record<`${Name}.${string}`, State>> = {
  "deleteBrand.hasPipelines": { changes: {} },
  "createPipeline.brandIsFull": { before: fillBrand },
  "updatePost.isPublished": published,
  "approvePost.wrongStatus": published,
  "rejectPost.wrongStatus": published,
  "submitPost.wrongStatus": published,
  "cancelPost.wrongStatus": published,
  "retryPost.wrongStatus": published,
  "createWebhook.tooMany": { before: fillSubscriptions },
  "testWebhook.isDisabled": { before: disable },
  "replayDeadLetter.isReplaying": { before: replay },
  "replayDeadLetter.isDisabled": { before: disable },
  "replayDeadLetter.isGone": { before: unsubscribe },
  "replayDeadLetters.isDisabled": { before: disable },
  "createApiKey.tooMany": { before: fillKeys },
  "deleteApiKey.isNeeded": { before: nameAdminKey },
  "rotateApiKey.isRotated": { before: rotateOne },
};

export function stateOf(operationId: string, example: string): Required<State> {
  const own = new Map(Object.entries(ofExamples)).get(`${operationId}.${example}`);
  const common = new Map(Object.entries(ofOperations)).get(operationId);
  return { changes: {}, before: async () => undefined, ...common, ...own };
}

async function issueOne({ ids, keys }: Story, client: Client) {
  const body = { name: "Nightly export", role: "read" };
  const { json } = await client.call("POST", "/v1/api-keys", { key: keys.admin, body });
  ids.key = asText(at(json, "id"));
}

async function rotateOne(story: Story, client: Client) {
  await issueOne(story, client);
  return client.call("POST", `/v1/api-keys/${story.ids.key}/rotate`, { key: story.keys.admin });
}

async function nameAdminKey({ ids, keys }: Story, client: Client) {
  const { json } = await client.call("GET", "/v1/api-keys", { key: keys.admin });
  const rows = at(json, "data");
  const found = (Array.isArray(rows) ? rows : []).find((row) => at(row, "role") === "admin");
  ids.key = asText(at(found, "id"));
}

async function subscribe({ ids, keys }: Story, client: Client) {
  const body = {
    url: nowhere,
    events: ["post.published", "post.failed"],
    secret: "a",
    description: "Tells the newsroom",
  };
  const { json } = await client.call("POST", "/v1/webhooks", { key: keys.write, body });
  ids.whk = asText(at(json, "id"));
}

function disable({ ids, keys }: Story, client: Client) {
  const body = { status: "disabled" };
  return client.call("PATCH", `/v1/webhooks/${ids.whk}`, { key: keys.write, body });
}

function unsubscribe({ ids, keys }: Story, client: Client) {
  return client.call("DELETE", `/v1/webhooks/${ids.whk}`, { key: keys.write });
}

function replay({ ids, keys }: Story, client: Client) {
  return client.call("POST", `/v1/webhooks/dead-letters/${ids.dlt}/replay`, { key: keys.write });
}

async function fillBrand({ organizationId, ids }: Story) {
  for (let count = 1; count < 100; count += 1)
    await insertPipeline(table(), aPipeline(organizationId, ids.brd ?? ""));
}

async function fillSubscriptions({ organizationId }: Story) {
  for (let count = 1; count < 100; count += 1) await insertWebhook(table(), aWebhook(organizationId));
}

async function fillKeys({ organizationId }: Story) {
  const now = Date.now();
  for (let count = 3; count < 100; count += 1) {
    const given = { id: newId("key"), name: "another", role: "read" as const, hash: newId("key") };
    await insertApiKey(table(), { organizationId, cursorKey: "" }, issueKey(given, now), now);
  }
}
