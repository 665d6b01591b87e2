import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, it } from "vitest";
import { signatureHeader } from "../../functions/delivery/sign.ts";
import { connectionsOfBrand } from "../../functions/table/connections.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { newPipeline } from "../support/api/valid-bodies.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type Json, rowsOf } from "../support/client/http-client.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { provided } from "../support/setup/provided.ts";
import { aPost } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

const table = tableAt(provided("service").database);
const secret = "whsec_channel";

let fixtures: Fixtures;
/** The channels of a brand that has connected none. */
let channels: string;
beforeEach(async () => {
  fixtures = await newFixtures();
  channels = `/v1/brands/${fixtures.ids.emptyBrd}/channels`;
});

const call = (method: string, target: string, body?: unknown) =>
  client.call(method, target, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

const rowOfWebhook = (list: Json) =>
  Array.isArray(list) ? list.find((row) => at(row, "channel") === "webhook") : undefined;
const shownWebhook = async () => rowOfWebhook((await call("GET", channels)).json);

/** Opens a brand's endpoint. It returns 2xx until it is closed, then 410. */
async function openChannel() {
  const state = { isClosed: false };
  const { url, received } = await openEndpoint(provided("service").tls, () => (state.isClosed ? 410 : 200));
  const close = () => {
    state.isClosed = true;
  };
  return { url: `${url}?token=hidden`, received, close };
}

async function messageOf(method: string, target: string, status: number, body?: unknown): Promise<string> {
  const response = await call(method, target, body);
  expect(errorFaults(response, status)).toEqual([]);
  return asText(at(response.json, "error", "message"));
}

async function eventually<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  for (let tries = 0; tries < 100; tries += 1) {
    const value = await read();
    if (isDone(value)) return value;
    await sleep(100);
  }
  return read();
}

const settledPost = (id: string) =>
  eventually(
    async () => (await call("GET", `/v1/posts/${id}`)).json,
    (post) => ["published", "failed"].includes(asText(at(post, "status"))),
  );

async function aPendingPost(): Promise<string> {
  const { organizationId, ids } = fixtures;
  const post = aPost(organizationId, { brandId: ids.emptyBrd, channel: "webhook" });
  await storePosts(table, [post]);
  return post.id;
}

it("connecting sends a signed check to the endpoint, and neither responses nor the table show the credentials", async () => {
  const { url, received } = await openChannel();
  const connected = await call("PUT", `${channels}/webhook`, { url, secret });
  const { host } = new URL(url);
  expect(connected).toMatchObject({
    status: 200,
    json: { status: "connected", account: { id: host, name: host, url: `https://${host}/` }, error: null },
  });

  const [check] = received;
  expect(check?.headers).toMatchObject({
    "x-service-event": "channel.check",
    "x-service-signature": signatureHeader(check?.body ?? "", secret),
  });
  expect(JSON.parse(check?.body ?? "")).toMatchObject({
    type: "channel.check",
    data: { organizationId: fixtures.organizationId, brandId: fixtures.ids.emptyBrd, channel: "webhook" },
  });

  const list = await call("GET", channels);
  expect(await shownWebhook()).toEqual(connected.json);
  const stored = JSON.stringify(
    await connectionsOfBrand(table, fixtures.organizationId, fixtures.ids.emptyBrd),
  );
  for (const text of [connected.text, list.text, stored])
    for (const hidden of [secret, "token", "hidden"]) expect(text).not.toContain(hidden);
});

it("credentials that the platform rejects are 422 with its reason, and leave the connection as it is", async () => {
  const { url, close } = await openChannel();
  close();
  expect(await messageOf("PUT", `${channels}/webhook`, 422, { url })).toBe(
    "The endpoint rejected the check with status 410.",
  );
  expect(await messageOf("PUT", `${channels}/webhook`, 422, { url: "https://localhost:1/" })).toMatch(
    /could not be checked/,
  );
  expect(at(await shownWebhook(), "status")).toBe("not_connected");
});

it("the list of connections has those of all brands with their brand, and with status=error those that were lost", async () => {
  const { url, close } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url, secret });
  const { emptyBrd: brandId } = fixtures.ids;
  // Another brand of the fixtures has a connection, too.
  const listed = async (query: string) =>
    rowsOf((await call("GET", `/v1/channels${query}`)).json).filter((row) => at(row, "brandId") === brandId);
  expect(await listed("")).toMatchObject([{ brandId, channel: "webhook", status: "connected" }]);
  expect(await listed("?status=error")).toEqual([]);
  close();
  await call("POST", `${channels}/webhook/check`);
  await expect
    .poll(() => listed("?status=error"))
    .toMatchObject([{ brandId, channel: "webhook", error: { code: "credentials_invalid" } }]);
});

it("an unknown channel is 404, and the feed can be neither connected nor disconnected", async () => {
  for (const [method, path] of [
    ["PUT", "/telegraph"],
    ["POST", "/telegraph/check"],
    ["DELETE", "/telegraph"],
    ["PUT", "/constructor"],
  ] as const)
    expect(await messageOf(method, `${channels}${path}`, 404, {})).toBe("No such channel.");
  expect(await messageOf("PUT", `${channels}/feed`, 422, {})).toMatch(/always connected/);
  expect(await messageOf("DELETE", `${channels}/feed`, 422)).toMatch(/always connected/);
  expect((await call("POST", `${channels}/feed/check`)).json).toMatchObject({ status: "connected" });
});

it("a brand that does not exist is 404 before the channel is looked at", async () => {
  const unknown = channels.replace(/.{3}\/channels$/, "ZZZ/channels");
  for (const channel of ["feed", "webhook"]) {
    const body = { url: "https://localhost:1/" };
    expect(await messageOf("PUT", `${unknown}/${channel}`, 404, body)).toBe("No such brand.");
    expect(await messageOf("POST", `${unknown}/${channel}/check`, 404)).toBe("No such brand.");
    expect(await messageOf("DELETE", `${unknown}/${channel}`, 404)).toBe("No such brand.");
  }
});

it("a private address is 400, as for a webhook subscription", async () => {
  const response = await call("PUT", `${channels}/webhook`, { url: "https://169.254.169.254/latest" });
  expect(errorFaults(response, 400)).toEqual([]);
  expect(fieldsOf(response)).toEqual(["url"]);
});

it("a lost connection shows its reason and sends channel.disconnected once, until it works again", async () => {
  const subscriber = await openEndpoint(provided("service").tls);
  await call("POST", "/v1/webhooks", { url: subscriber.url, events: ["channel.disconnected"] });
  const { url, close } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url, secret });
  close();
  for (let time = 0; time < 2; time += 1)
    expect(await call("POST", `${channels}/webhook/check`)).toMatchObject({
      status: 200,
      json: { status: "error", error: { code: "credentials_invalid" } },
    });
  await eventually(
    () => Promise.resolve(subscriber.received.length),
    (count) => count > 0,
  );
  // A second event would have come with the first one.
  await sleep(500);
  expect(subscriber.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: "channel.disconnected", data: { brandId: fixtures.ids.emptyBrd, channel: "webhook" } },
  ]);

  const other = await openChannel();
  expect(await call("PUT", `${channels}/webhook`, { url: other.url })).toMatchObject({
    json: { status: "connected", error: null },
  });
});

it("a disconnected channel is not connected, and cannot be checked or disconnected again", async () => {
  const { url } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url });
  expect(await call("DELETE", `${channels}/webhook`)).toMatchObject({ status: 204 });
  expect(at(await shownWebhook(), "status")).toBe("not_connected");
  expect(await messageOf("DELETE", `${channels}/webhook`, 404)).toBe("No such connection.");
  expect(await messageOf("POST", `${channels}/webhook/check`, 404)).toBe("No such connection.");
});

it("connections at the same time leave the channel connected by one of them", async () => {
  const both = await Promise.all([openChannel(), openChannel()]);
  const responses = await Promise.all(
    [...both, ...both].map(({ url }) => call("PUT", `${channels}/webhook`, { url })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const shown = at(await shownWebhook(), "account", "id");
  expect(both.map(({ url }) => new URL(url).host)).toContain(shown);
});

it("a pipeline can only name channels that its brand has connected", async () => {
  const { brd, emptyBrd, pip } = fixtures.ids;
  const body = { ...newPipeline, channels: ["feed", "webhook"] };
  expect(await messageOf("POST", `/v1/brands/${emptyBrd}/pipelines`, 422, body)).toMatch(
    /not connected the channel webhook/,
  );
  expect(await call("POST", `/v1/brands/${brd}/pipelines`, body)).toMatchObject({ status: 201 });
  expect(await call("PATCH", `/v1/pipelines/${pip}`, { channels: ["webhook"] })).toMatchObject({
    status: 200,
  });
  await call("DELETE", `/v1/brands/${brd}/channels/webhook`);
  expect(await messageOf("PATCH", `/v1/pipelines/${pip}`, 422, { channels: ["webhook"] })).toMatch(
    /not connected/,
  );
  // Other changes of a pipeline whose channel was disconnected stay possible.
  expect(await call("PATCH", `/v1/pipelines/${pip}`, { name: "Other" })).toMatchObject({ status: 200 });
});

it("an approved post goes to the endpoint once, signed, with its id as the idempotency key", async () => {
  const { url, received } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url, secret });
  const id = await aPendingPost();
  await call("POST", `/v1/posts/${id}/approve`);
  expect(await settledPost(id)).toMatchObject({ status: "published", externalUrl: null });
  const [, post, ...more] = received;
  expect(more).toEqual([]);
  expect(post?.headers).toMatchObject({
    "x-service-event": "channel.post",
    "idempotency-key": id,
    "x-service-signature": signatureHeader(post?.body ?? "", secret),
  });
  expect(JSON.parse(post?.body ?? "")).toMatchObject({
    id,
    type: "channel.post",
    data: { postId: id, text: "Hello", link: "https://example.com/hello", hashtags: ["#hello"], media: [] },
  });
});

it("a post on a channel that is not connected fails, and is published by a retry after connecting", async () => {
  const id = await aPendingPost();
  await call("POST", `/v1/posts/${id}/approve`);
  expect(await settledPost(id)).toMatchObject({
    status: "failed",
    failure: { code: "channel_not_connected" },
  });
  const { url } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url });
  await call("POST", `/v1/posts/${id}/retry`);
  expect(await settledPost(id)).toMatchObject({ status: "published", failure: null });
});

it("an endpoint that rejects a post as lost is checked at once, so that the channel shows it", async () => {
  const { url, close } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url });
  close();
  const id = await aPendingPost();
  await call("POST", `/v1/posts/${id}/approve`);
  expect(await settledPost(id)).toMatchObject({ failure: { code: "channel_not_connected" } });
  const shown = await eventually(shownWebhook, (channel) => at(channel, "status") === "error");
  expect(shown).toMatchObject({ status: "error", error: { code: "credentials_invalid" } });
});

it("a post on a channel whose connection is lost fails", async () => {
  const { url, close } = await openChannel();
  await call("PUT", `${channels}/webhook`, { url });
  close();
  await call("POST", `${channels}/webhook/check`);
  const id = await aPendingPost();
  await call("POST", `/v1/posts/${id}/approve`);
  expect(await settledPost(id)).toMatchObject({ failure: { code: "channel_not_connected" } });
});
