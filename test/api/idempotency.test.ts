import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures, newFixturesFor } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults, fieldsOf, successFaults } from "../support/api/responses.ts";
import { bodyOf, caseOf, keyFor, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());

const posts: [name: string, route: Route][] = Object.entries(routes).filter(
  ([, { method }]) => method === "POST",
);

interface PostOptions {
  key: string;
  path?: string;
  body?: unknown;
  rawBody?: string;
}

const post = (
  idempotencyKey: string,
  { key, path = "/v1/brands", ...sent }: PostOptions,
): Promise<HttpResponse> =>
  client.call("POST", path, { key, ...sent, headers: headersOf(idempotencyKey, sent) });

const headersOf = (idempotencyKey: string, { body, rawBody }: Omit<PostOptions, "key">) => ({
  "Idempotency-Key": idempotencyKey,
  ...((body !== undefined || rawBody !== undefined) && { "Content-Type": "application/json" }),
});

const replayHeaderOf = ({ headers }: HttpResponse) => headers["idempotent-replayed"];
/** Returns the parts of a response that its replay repeats. */
const repeatedPartsOf = ({ status, text, headers }: HttpResponse) => ({
  status,
  text,
  type: headers["content-type"],
});

function expectReplay(response: HttpResponse, first: HttpResponse): void {
  expect(repeatedPartsOf(response)).toEqual(repeatedPartsOf(first));
  expect([replayHeaderOf(first), replayHeaderOf(response)]).toEqual([undefined, "true"]);
  expect(response.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  expect(Number(response.headers["ratelimit-remaining"])).toBeLessThan(
    Number(first.headers["ratelimit-remaining"]),
  );
}

/** Returns the same JSON with its keys in reverse order and with white space. */
function rewritten(body: unknown): string {
  return JSON.stringify(reversed(body), null, 2);
}

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, reversed(one)]),
  );
}

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  for (const key of Object.values(fixtures.keys)) await changeKeyRecord(key, { rateLimit: 10_000 });
});

const brand = { name: "Acme", timezone: "Europe/Zurich" };
const brandsOf = async (key: string): Promise<number> => {
  const { json } = await client.call("GET", "/v1/brands?limit=100", { key });
  return Object(at(json, "data")).length;
};

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

it.each(posts)(
  "%s replays its first response to the same request with the same Idempotency-Key, and rejects any other request with it",
  async (name, route) => {
    const ownFixtures = await newFixturesFor(name);
    const body = bodyOf(name, ownFixtures);
    const key = keyFor(route, ownFixtures);
    const path = pathOf(route, ownFixtures);
    const right = { key, path, ...(body !== undefined && { body }) };
    const first = await post("the-key", right);
    expect(successFaults(route, first)).toEqual([]);

    expectReplay(await post("the-key", right), first);
    expectReplay(await post("the-key", { key, path, rawBody: rewritten(body ?? {}) }), first);

    const otherBody = await post("the-key", { key, path, body: { ...body, other: 1 } });
    const elsewhere =
      route.id === undefined
        ? pathOf(routes.triggerRun, ownFixtures)
        : pathOf(route, ownFixtures, newId(route.id));
    const otherPath = await post("the-key", { ...right, path: elsewhere });
    for (const response of [otherBody, otherPath]) {
      expect(errorFaults(response, 422)).toEqual([]);
      expect(asText(at(response.json, "error", "message"))).toContain("Idempotency-Key");
      expect(replayHeaderOf(response)).toBeUndefined();
    }
  },
);

it.each(posts)(
  "%s rejects an invalid Idempotency-Key together with all invalid fields",
  async (name, route) => {
    const key = keyFor(route, fixtures);
    const path = pathOf(route, fixtures);
    const { invalidRequests } = caseOf(name);
    const body = bodyOf(name, fixtures);
    for (const malformed of name === "createBrand"
      ? ["", "a".repeat(256), "two words", "tab\there", "naïve"]
      : ["two words"]) {
      const response = await post(malformed, { key, path, ...(body !== undefined && { body }) });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["Idempotency-Key"]);
    }
    const [invalid] = invalidRequests;
    if (invalid === undefined) return;
    const response = await post("two words", { key, path, body: invalid.body });
    expect(fieldsOf(response)).toEqual(
      [...invalid.fields, "Idempotency-Key"].toSorted((one, other) => one.localeCompare(other)),
    );
  },
);

it("an Idempotency-Key may have any visible ASCII characters, from 1 to 255", async () => {
  const { write: key } = fixtures.keys;
  const visible = String.fromCodePoint(...Array.from({ length: 94 }, (_, place) => 33 + place));
  for (const idempotencyKey of ["1", "~".repeat(255), visible]) {
    const first = await post(idempotencyKey, { key, body: brand });
    expect(first.status).toBe(201);
    expectReplay(await post(idempotencyKey, { key, body: brand }), first);
  }
});

it("a request is compared with its replay at any depth of its body", async () => {
  const { write: key } = fixtures.keys;
  const deep = [
    { key, rawBody: `{"deep":${nested(1_000)},"name":"Acme","timezone":"UTC"}` },
    // The route reads no body, so none is too deep.
    { key, path: pathOf(routes.triggerRun, fixtures), rawBody: nested(60_000) },
  ];
  for (const [place, sent] of deep.entries()) {
    const first = await post(`deep-${place}`, sent);
    expect([201, 202]).toContain(first.status);
    expectReplay(await post(`deep-${place}`, sent), first);
    const other = await post(`deep-${place}`, { ...sent, rawBody: sent.rawBody.replace("[]", "[1]") });
    expect(errorFaults(other, 422)).toEqual([]);
  }
});

it("a PATCH with an Idempotency-Key is applied each time", async () => {
  const { write: key } = fixtures.keys;
  const path = `/v1/brands/${fixtures.ids.brd}`;
  for (const name of ["One", "Two"]) {
    const headers = { "Idempotency-Key": "of a change", "Content-Type": "application/json" };
    const response = await client.call("PATCH", path, { key, body: { name }, headers });
    expect([response.status, at(response.json, "name"), replayHeaderOf(response)]).toEqual([
      200,
      name,
      undefined,
    ]);
  }
});

it("200 concurrent requests with one Idempotency-Key create one brand, and all get the same response", async () => {
  const { write: key } = fixtures.keys;
  const before = await brandsOf(key);
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => post("two-hundred", { key, body: brand })),
  );
  expect(await brandsOf(key)).toBe(before + 1);
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(201);
  expect(responses.filter((response) => replayHeaderOf(response) === undefined)).toHaveLength(1);
});

it("of 20 concurrent requests with one Idempotency-Key and 4 bodies, only those with the first body succeed, and one brand is created", async () => {
  const { write: key } = fixtures.keys;
  const before = await brandsOf(key);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post("twenty", { key, body: { ...brand, name: `${index % 4}` } }),
    ),
  );
  expect(await brandsOf(key)).toBe(before + 1);
  const successes = responses.filter(({ status }) => status === 201);
  expect(new Set(successes.map(({ text }) => text)).size).toBe(1);
  expect(successes).toHaveLength(5);
  for (const response of responses.filter(({ status }) => status !== 201))
    expect(errorFaults(response, 422)).toEqual([]);
});

it("a stored response may be a 404 or a 422, and is replayed even when the request would succeed by now", async () => {
  const ownFixtures = await newFixtures();
  const { write: key } = ownFixtures.keys;
  const missing = { key, path: pathOf(routes.approvePost, ownFixtures, newId("pst")) };
  const unknown = await post("unknown", missing);
  expect(errorFaults(unknown, 404)).toEqual([]);
  expectReplay(await post("unknown", missing), unknown);
  const malformed = { key, path: pathOf(routes.approvePost, ownFixtures, "malformed") };
  const never = await post("malformed", malformed);
  expect(repeatedPartsOf(never)).toEqual(repeatedPartsOf(unknown));
  expectReplay(await post("malformed", malformed), never);

  const early = { key, path: pathOf(routes.submitPost, ownFixtures, ownFixtures.ids.pst) };
  const rejected = await post("too-early", early);
  expect(errorFaults(rejected, 422)).toEqual([]);
  await client.call("POST", pathOf(routes.rejectPost, ownFixtures, ownFixtures.ids.pst), { key });
  expectReplay(await post("too-early", early), rejected);
  expect((await post("now", early)).status).toBe(200);
});

it("a response with 400, 401, 403 or 429 is not stored: the same Idempotency-Key works for the corrected request", async () => {
  const ownFixtures = await newFixtures();
  const { read, write } = ownFixtures.keys;
  const wrong: [PostOptions, number][] = [
    [{ key: "cps_unknown", body: brand }, 401],
    [{ key: read, body: brand }, 403],
    [{ key: write, body: {} }, 400],
    [{ key: write, rawBody: "{" }, 400],
  ];
  for (const [sent, status] of wrong) expect(errorFaults(await post("later", sent), status)).toEqual([]);
  await changeKeyRecord(write, { rateLimit: 1 });
  expect(errorFaults(await post("later", { key: write, body: brand }), 429)).toEqual([]);
  await changeKeyRecord(write, { rateLimit: 100 });
  const created = await post("later", { key: write, body: brand });
  expect([created.status, replayHeaderOf(created)]).toEqual([201, undefined]);
  // An invalid request gets 400 even when a response is stored under its Idempotency-Key.
  expect(errorFaults(await post("later", { key: write, body: {} }), 400)).toEqual([]);
});

it("an Idempotency-Key is separate for each API key and each organization", async () => {
  const [ownFixtures, otherFixtures] = [await newFixtures(), await newFixtures()];
  const responses = [];
  for (const key of [ownFixtures.keys.write, ownFixtures.keys.admin, otherFixtures.keys.write])
    responses.push(await post("common", { key, body: brand }));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(responses.map(replayHeaderOf)).toEqual([undefined, undefined, undefined]);
  expect(new Set(responses.map(({ json }) => asText(at(json, "id")))).size).toBe(3);
  const foreign = { key: otherFixtures.keys.write, path: pathOf(routes.triggerRun, ownFixtures) };
  expect(errorFaults(await post("their-run", foreign), 404)).toEqual([]);
});

it("a replayed response may contain a new API key, and no item of the table contains it as plain text", async () => {
  const ownFixtures = await newFixtures();
  const { admin: key } = ownFixtures.keys;
  const issue = { key, path: "/v1/api-keys", body: { name: "secret-holder", role: "write" } };
  const first = await post("issue-a-key", issue);
  expectReplay(await post("issue-a-key", issue), first);
  const issued = asText(at(first.json, "key"));
  expect((await client.call("GET", "/v1/brands", { key: issued })).status).toBe(200);
  const rotate = { key, path: `/v1/api-keys/${asText(at(first.json, "id"))}/rotate` };
  const rotated = await post("rotate-it", rotate);
  expectReplay(await post("rotate-it", rotate), rotated);

  const items = await itemsOf(ownFixtures.organizationId);
  expect(items).toContain("#IDEMPOTENCY#");
  for (const secret of [issued, asText(at(rotated.json, "key")), key, "issue-a-key", "rotate-it"])
    for (const form of [secret, secret.slice(4, 40), Buffer.from(secret).toString("base64").slice(0, 40)])
      expect(items).not.toContain(form);
});

/** Returns all items of an organization as text, and their bytes as Latin-1 and as Base64. */
async function itemsOf(organizationId: string): Promise<string> {
  const { client: database, name } = tableAt(provided("service").database);
  const texts: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database.send("Scan", {
      TableName: name,
      FilterExpression: "begins_with(pk, :org)",
      ExpressionAttributeValues: { ":org": organizationId },
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    for (const item of Items) {
      texts.push(JSON.stringify(item));
      for (const value of Object.values(item))
        if (value instanceof Uint8Array)
          texts.push(Buffer.from(value).toString("latin1"), Buffer.from(value).toString("base64"));
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return texts.join("\n");
}
