import { readFileSync } from "node:fs";
import { afterAll, beforeEach, expect, it } from "vitest";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at } from "../support/client/http-client.ts";
import { startMastodon } from "../support/pipeline/platforms/mastodon.ts";
import { provided } from "../support/setup/provided.ts";
import { aPost } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

const table = tableAt(provided("service").database);
const token = "a-secret-of-the-brand";

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await newFixtures();
});

const call = (method: string, target: string, body?: unknown) =>
  client.call(method, target, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

type Limits = Pick<
  Parameters<typeof startMastodon>[0],
  "charactersMax" | "charactersPerUrl" | "imagesMax" | "problem"
>;

/** Starts an instance with these limits, which the service trusts. */
async function startInstance(limits: Limits) {
  const { certFile, keyFile } = provided("service").tls;
  const certificate = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  return startMastodon({ token, certificate, ...limits });
}

const connectTo = (instance: string, brandId = fixtures.ids.brd) =>
  call("PUT", `/v1/brands/${brandId}/channels/mastodon`, { instance, accessToken: token });

async function connect(limits: Limits, brandId = fixtures.ids.brd) {
  const { origin } = await startInstance(limits);
  const connected = await connectTo(origin, brandId);
  expect(connected).toMatchObject({ status: 200, json: { status: "connected" } });
  return connected;
}

const create = (changes: object) =>
  call("POST", "/v1/posts", {
    brandId: fixtures.ids.brd,
    channel: "mastodon",
    text: "By hand",
    status: "pending",
    ...changes,
  });

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `https://example.com/${index}.png`, alt: "A cup" }));

const own = { charactersMax: 5_000, charactersPerUrl: 11, imagesMax: 2 };
const link = `https://example.com/${"a".repeat(200)}`;

it("a channel shows the limits of the instance that is connected, and before that the usual ones", async () => {
  const target = `/v1/brands/${fixtures.ids.brd}/channels`;
  const shown = async () => {
    const { json } = await call("GET", target);
    return Array.isArray(json) ? json.find((channel) => at(channel, "channel") === "mastodon") : undefined;
  };
  expect(await shown()).toMatchObject({ limits: { text: 500, unit: "weighted", images: 4 } });
  const { json } = await connect(own);
  expect(json).toMatchObject({ account: { id: "7", name: "acme@social.example" } });
  expect(at(json, "limits")).toEqual({ text: 5_000, unit: "weighted", images: 2 });
  expect(await shown()).toEqual(json);
  expect(JSON.stringify(await shown())).not.toContain(token);
});

it("a token that the instance rejects is 422 with its reason, and an address with a path is 400", async () => {
  const { origin } = await startInstance({
    problem: { status: 403, error: "This action is outside the authorized scopes" },
  });
  const rejected = await connectTo(origin);
  expect(errorFaults(rejected, 422)).toEqual([]);
  expect(at(rejected.json, "error", "message")).toMatch(
    /outside the authorized scopes\. It needs the scopes/,
  );
  for (const instance of [`${origin}/@acme`, "https://10.0.0.1", "http://mastodon.example"]) {
    const invalid = await connectTo(instance);
    expect(errorFaults(invalid, 400)).toEqual([]);
    expect(fieldsOf(invalid)).toEqual(["instance"]);
  }
});

it("a post counts by the limits of its brand's instance when it is created, changed, shown and listed", async () => {
  await connect(own);
  const text = "a".repeat(5_000 - 2 - own.charactersPerUrl);
  const made = await create({ text, link });
  expect(made).toMatchObject({ status: 201, json: { length: 5_000, limit: 5_000 } });
  const path = `/v1/posts/${asText(at(made.json, "id"))}`;
  expect((await call("GET", path)).json).toEqual(made.json);
  expect(at((await call("GET", "/v1/posts?status=pending&limit=1")).json, "data", 0)).toEqual(made.json);
  for (const tooLong of [
    await create({ text: `${text}.`, link }),
    await call("PATCH", path, { text: `${text}.` }),
  ]) {
    expect(errorFaults(tooLong, 400)).toEqual([]);
    expect(fieldsOf(tooLong)).toEqual(["text"]);
    expect(tooLong.text).toContain("has 5001 characters, but the channel mastodon takes at most 5000");
  }
  for (const move of ["reject", "submit", "approve"])
    expect(await call("POST", `${path}/${move}`)).toMatchObject({ status: 200, json: { limit: 5_000 } });
});

it("a post with more images than the instance takes is rejected with limit and number", async () => {
  await connect(own);
  const reason = "the post has 3 images, but the channel mastodon takes at most 2 images";
  const made = await create({ media: pictures(2) });
  expect(made).toMatchObject({ status: 201 });
  const path = `/v1/posts/${asText(at(made.json, "id"))}`;
  for (const tooMany of [
    await create({ media: pictures(3) }),
    await call("PATCH", path, { media: pictures(3) }),
  ]) {
    expect(errorFaults(tooMany, 400)).toEqual([]);
    expect(fieldsOf(tooMany)).toEqual(["media"]);
    expect(tooMany.text).toContain(reason);
  }
});

it("another instance counts at once: its limits are shown, and a post that no longer fits is not approved", async () => {
  await connect(own);
  const long = await create({ text: "a".repeat(501) });
  const pictured = await create({ media: pictures(2) });
  await connect({ charactersMax: 500, imagesMax: 1 });
  const paths = [long, pictured].map(({ json }) => `/v1/posts/${asText(at(json, "id"))}`);
  const [longPath = "", picturedPath = ""] = paths;
  expect((await call("GET", longPath)).json).toMatchObject({ length: 501, limit: 500 });
  for (const [path, message] of [
    [
      longPath,
      "The post is too long: the text has 501 characters, but the channel mastodon takes at most 500.",
    ],
    [
      picturedPath,
      "The post has too many images: the post has 2 images, but the channel mastodon takes at most 1 image.",
    ],
  ] as const) {
    const rejected = await call("POST", `${path}/approve`);
    expect(errorFaults(rejected, 422)).toEqual([]);
    expect(at(rejected.json, "error", "message")).toBe(message);
  }
  expect(await call("PATCH", picturedPath, { text: "Other" })).toMatchObject({ status: 200 });
  expect(await call("PATCH", picturedPath, { media: pictures(1) })).toMatchObject({ status: 200 });
  expect(await call("POST", `${picturedPath}/approve`)).toMatchObject({ status: 200 });
});

it("a list shows each post with the limit of its own brand and channel", async () => {
  const { organizationId, ids } = fixtures;
  await connect({ charactersMax: 1_000 });
  await connect({ charactersMax: 2_000 }, ids.emptyBrd);
  const places = [
    [ids.brd, "mastodon", 1_000],
    [ids.emptyBrd, "mastodon", 2_000],
    [ids.brd, "webhook", 10_000],
    [ids.brd, "feed", 500],
  ] as const;
  const posts = places.map(([brandId, channel]) =>
    aPost(organizationId, { brandId, channel, status: "draft" }),
  );
  await storePosts(table, posts);
  const { json } = await call("GET", "/v1/posts?status=draft&limit=100");
  const data = at(json, "data");
  const limits = posts.map(({ id }) =>
    Array.isArray(data) ? at(data.find((post) => at(post, "id") === id) ?? null, "limit") : null,
  );
  expect(limits).toEqual(places.map(([, , limit]) => limit));
});

it("a post on a channel without a connection of its own is checked by the channel's limits", async () => {
  const notConnected = await create({ text: "a".repeat(500) });
  expect(errorFaults(notConnected, 422)).toEqual([]);
  expect(at(notConnected.json, "error", "message")).toMatch(/not connected the channel mastodon/);
  expect(errorFaults(await create({ text: "a".repeat(501) }), 400)).toEqual([]);
});
