import { createServer } from "node:http";
import type { routes } from "../../../../functions/contract/routes.ts";
import { afterPages, openBulkReplay } from "../../../../functions/domain/bulk-replay.ts";
import { commentsPerPostMax } from "../../../../functions/domain/comment.ts";
import { issueKey } from "../../../../functions/domain/keyring.ts";
import { defaultLimits } from "../../../../functions/domain/organization.ts";
import { reviewLinksPerOrganizationMax } from "../../../../functions/domain/review-link.ts";
import { dayMs, isoTime, minuteMs } from "../../../../functions/domain/time.ts";
import {
  bulkReplayPut,
  latestBulkReplayPut,
  recordProgress,
} from "../../../../functions/table/bulk-replays.ts";
import { insertApiKey } from "../../../../functions/table/keyring.ts";
import { organizationKey, postKey, reviewLinkKey } from "../../../../functions/table/keys.ts";
import { insertPipeline } from "../../../../functions/table/pipelines.ts";
import { insertRun } from "../../../../functions/table/runs.ts";
import { commit } from "../../../../functions/table/store/commit.ts";
import { deleteWebhook, insertWebhook } from "../../../../functions/table/webhooks.ts";
import { listen } from "../../../../lib/demo/listen.ts";
import { exampleTimes } from "../../../../lib/openapi/example-story.ts";
import { exampleEndpoint } from "../../../../lib/openapi/resources/model-endpoints.ts";
import { examplePost, tooLongText } from "../../../../lib/openapi/resources/posts.ts";
import { newWebhookChannel } from "../../api/valid-bodies.ts";
import { asText, at, type Client, rowsOf } from "../../client/http-client.ts";
import { storeBulkReplay } from "../../delivery/bulk-replays.ts";
import { provided } from "../../setup/provided.ts";
import { aPipeline, aRun, aWebhook, newId } from "../../table/entities.ts";
import { tableAt } from "../../table/table.ts";
import { titles } from "./executed.ts";
import { nowhere, type Story, type StoryChanges } from "./story.ts";

/** The state that an example's request needs. */
interface State {
  changes?: StoryChanges;
  /** Does the rest through the API. It may replace ids of the story. */
  before?: (story: Story, client: Client) => Promise<unknown>;
}

type Name = keyof typeof routes;

const deadLettered = { delivery: "dead-lettered" } as const;
const failedPost: StoryChanges = {
  post: { status: "failed", failure: { code: "outcome_unknown", message: "Unknown." } },
};
const unpublishablePost: StoryChanges = {
  post: { status: "failed", failure: { code: "channel_refused", message: "No." } },
};
const tooLong = { ...examplePost.content, text: tooLongText };
const published = { changes: { post: { status: "published" } } } as const;
const table = () => tableAt(provided("service").database);

/** The state that every example of an operation needs. */
const ofOperations: Partial<Record<Name, State>> = {
  deleteBrand: { changes: { withoutPipeline: true } },
  listChannels: { before: connect },
  listConnections: { before: connect },
  checkChannel: { before: connect },
  disconnectChannel: { before: connect },
  getCalendar: { changes: { post: { status: "published", scheduledAt: exampleTimes.due } } },
  getModelEndpoint: { before: setModelEndpoint },
  deleteModelEndpoint: { before: setModelEndpoint },
  submitPost: { changes: { post: { status: "draft" } } },
  cancelPost: { changes: { post: { status: "scheduled" } } },
  retryPost: { changes: failedPost },
  resolvePost: { changes: failedPost },
  getPostAnalytics: { changes: { post: { status: "published", publishedAt: exampleTimes.due } } },
  getBrandAnalytics: { changes: { post: { status: "published", publishedAt: isoTime(Date.now() - dayMs) } } },
  listDeliveries: { changes: { delivery: "succeeded" } },
  listDeadLetters: { changes: deadLettered },
  getDeadLetter: { changes: deadLettered },
  replayDeadLetter: { changes: deadLettered },
  replayDeadLetters: { changes: deadLettered },
  getBulkReplay: { before: storeFinishedReplay },
  listApiKeys: { before: issueOne },
  cancelRun: { before: queueOne },
  previewRun: { before: serveTitles },
  deleteApiKey: { before: issueOne },
  rotateApiKey: { before: issueOne },
  listComments: { before: commentTwice },
  listPostHistory: { before: commentTwice },
  listReviewLinks: { before: linkTwice },
  getReviewLink: { before: linkTwice },
  deleteReviewLink: { before: linkTwice },
  // This subscription has a real sealed secret; the story's own is a placeholder.
  rotateWebhookSecret: { before: subscribe },
};

/** The state that single examples need; it overrides the operation's. */
const ofExamples: Partial<Record<`${Name}.${string}`, State>> = {
  "deleteBrand.hasPipelines": { changes: {} },
  "createBrand.tooMany": { before: countAllBrands },
  "createPipeline.brandIsFull": { before: fillBrand },
  // Not the brand of the list of channels: that one has connected a channel.
  "checkChannel.notConnected": { changes: { withoutPipeline: true } },
  "disconnectChannel.notConnected": { changes: { withoutPipeline: true } },
  "getModelEndpoint.noModelEndpoint": { changes: { withoutPipeline: true } },
  "deleteModelEndpoint.noModelEndpoint": { changes: { withoutPipeline: true } },
  "updatePost.isPublished": published,
  "approvePost.isTooLong": { changes: { post: { content: tooLong } } },
  "retryPost.isTooLong": { changes: { post: { ...failedPost.post, content: tooLong } } },
  "approvePost.wrongStatus": published,
  "rejectPost.wrongStatus": published,
  "requestChanges.wrongStatus": published,
  "requestChanges.tooMany": { before: fillComments },
  "createComment.tooMany": { before: fillComments },
  "createReviewLink.tooMany": { before: fillReviewLinks },
  "submitPost.wrongStatus": published,
  "cancelPost.wrongStatus": published,
  "retryPost.wrongStatus": published,
  "deletePost.wrongStatus": published,
  "resolvePost.wrongStatus": published,
  "resolvePost.isKnown": { changes: unpublishablePost },
  "approvePost.brandIsGone": { changes: { withoutPipeline: true }, before: deleteBrand },
  "retryPost.brandIsGone": { changes: { ...failedPost, withoutPipeline: true }, before: deleteBrand },
  // The run of the story has succeeded.
  "cancelRun.ended": { before: async () => undefined },
  "createWebhook.tooMany": { before: fillSubscriptions },
  "testWebhook.isDisabled": { before: disable },
  "replayDeadLetter.isReplaying": { before: replay },
  "replayDeadLetter.isDisabled": { before: disable },
  "replayDeadLetter.isGone": { before: unsubscribe },
  "replayDeadLetters.isDisabled": { before: disable },
  "replayDeadLetters.isRunning": { before: storeRunningReplay },
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

async function queueOne({ organizationId, ids }: Story) {
  const run = aRun(organizationId, ids.pip, ids.brd);
  await insertRun(table(), run, []);
  ids.run = run.runId;
}

/** Makes a pipeline that reads what the story's run has read, and has posted nothing. */
async function serveTitles({ organizationId, ids }: Story) {
  const items = titles.map((title, index) => {
    const date = new Date(Date.now() - index * minuteMs).toUTCString();
    const page = index === 0 ? "espresso" : index;
    const text = index === 0 ? "Twenty-five seconds, say the new champions." : "In short.";
    return `<item><title>${title}</title><link>https://example.com/${page}</link><description>${text}</description><pubDate>${date}</pubDate></item>`;
  });
  const feed = `<rss version="2.0"><channel><title>Example</title>${items.join("")}</channel></rss>`;
  const server = createServer((_, response) => response.end(feed)).unref();
  const url = `http://127.0.0.1:${await listen(server)}/news.xml`;
  const own = { topics: ["espresso"], sources: [{ type: "feed" as const, url }], postsPerRun: 1 };
  const pipeline = { ...aPipeline(organizationId, ids.brd ?? ""), ...own };
  await insertPipeline(table(), pipeline);
  ids.pip = pipeline.id;
}

async function rotateOne(story: Story, client: Client) {
  await issueOne(story, client);
  return client.call("POST", `/v1/api-keys/${story.ids.key}/rotate`, { key: story.keys.admin });
}

async function nameAdminKey({ ids, keys }: Story, client: Client) {
  const { json } = await client.call("GET", "/v1/api-keys", { key: keys.admin });
  const found = rowsOf(json).find((row) => at(row, "role") === "admin");
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

function connect({ ids, keys }: Story, client: Client) {
  const path = `/v1/brands/${ids.brd}/channels/webhook`;
  return client.call("PUT", path, { key: keys.write, body: newWebhookChannel() });
}

function setModelEndpoint({ ids, keys }: Story, client: Client) {
  const body = { ...exampleEndpoint, apiKey: "sk-1" };
  return client.call("PUT", `/v1/brands/${ids.brd}/model-endpoint`, { key: keys.write, body });
}

function disable({ ids, keys }: Story, client: Client) {
  const body = { status: "disabled" };
  return client.call("PATCH", `/v1/webhooks/${ids.whk}`, { key: keys.write, body });
}

function deleteBrand({ ids, keys }: Story, client: Client) {
  return client.call("DELETE", `/v1/brands/${ids.brd}`, { key: keys.write });
}

/** Not by the API, which also deletes the dead letter soon after. */
function unsubscribe({ organizationId, ids }: Story) {
  return deleteWebhook(table(), organizationId, ids.whk ?? "", []);
}

function replay({ ids, keys }: Story, client: Client) {
  return client.call("POST", `/v1/webhooks/dead-letters/${ids.dlt}/replay`, { key: keys.write });
}

async function storeFinishedReplay({ organizationId, ids }: Story) {
  const now = Date.now();
  const bulkReplay = await storeBulkReplay(table(), organizationId, { webhookId: ids.whk ?? null }, now);
  const progress = { replayed: 1, skipped: 0, after: null };
  await recordProgress(table(), bulkReplay, afterPages(bulkReplay, progress, now), now);
  ids.rpl = bulkReplay.id;
}

async function storeRunningReplay({ organizationId, ids }: Story) {
  const now = Date.now();
  const filter = { webhookId: null, statuses: [] };
  const bulkReplay = openBulkReplay({ id: newId("rpl"), organizationId, filter, count: 1 }, now);
  const put = latestBulkReplayPut(bulkReplay, now);
  await commit(table(), [bulkReplayPut(bulkReplay, now), put]);
  ids.rpl = bulkReplay.id;
}

/** Without storing the brands: a thousand of them would take too long. */
function countAllBrands({ organizationId }: Story) {
  const update = "SET brandCount = :limit";
  const values = { ":limit": defaultLimits.brands };
  return commit(table(), [{ kind: "update", key: organizationKey(organizationId), update, values }]);
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

async function commentTwice({ ids, keys }: Story, client: Client) {
  for (const text of ["Please name the champions.", "Please name the champions."])
    await client.call("POST", `/v1/posts/${ids.pst}/comments`, { key: keys.write, body: { text } });
}

function fillComments({ organizationId, ids }: Story) {
  const update = "SET commentCount = :limit";
  const values = { ":limit": commentsPerPostMax };
  return commit(table(), [{ kind: "update", key: postKey(organizationId, ids.pst ?? ""), update, values }]);
}

async function linkTwice({ ids, keys }: Story, client: Client) {
  const body = { brandId: ids.brd, name: "Ada of Acme", mayApprove: true };
  await client.call("POST", "/v1/review-links", { key: keys.write, body });
  const { json } = await client.call("POST", "/v1/review-links", { key: keys.write, body });
  ids.rvl = asText(at(json, "id"));
}

async function fillReviewLinks({ organizationId }: Story) {
  const put = () => {
    const id = newId("rvl");
    return { kind: "put" as const, item: { ...reviewLinkKey(organizationId, id), id } };
  };
  for (let count = 0; count < reviewLinksPerOrganizationMax; count += 100)
    await commit(table(), Array.from({ length: 100 }, put));
}
