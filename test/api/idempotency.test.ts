import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults, fieldsOf, successFaults } from "../support/api/responses.ts";
import { caseOf, keyFor, pathOf } from "../support/api/route-cases.ts";
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

interface Sent {
  key: string;
  path?: string;
  body?: unknown;
  rawBody?: string;
}

const post = (idempotencyKey: string, { key, path = "/v1/brands", ...sent }: Sent): Promise<HttpResponse> =>
  client.call("POST", path, { key, ...sent, headers: headersOf(idempotencyKey, sent) });

const headersOf = (idempotencyKey: string, { body, rawBody }: Omit<Sent, "key">) => ({
  "Idempotency-Key": idempotencyKey,
  ...((body !== undefined || rawBody !== undefined) && { "Content-Type": "application/json" }),
});

const replayed = ({ headers }: HttpResponse) => headers["idempotent-replayed"];
/** All that a replay has in common with the first answer. */
const essence = ({ status, text, headers }: HttpResponse) => ({
  status,
  text,
  type: headers["content-type"],
});

function expectReplay(response: HttpResponse, first: HttpResponse): void {
  expect(essence(response)).toEqual(essence(first));
  expect([replayed(first), replayed(response)]).toEqual([undefined, "true"]);
  expect(response.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  expect(Number(response.headers["ratelimit-remaining"])).toBeLessThan(
    Number(first.headers["ratelimit-remaining"]),
  );
}

/** The same JSON with its keys the other way round, and with white space. */
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

describe("a request with an Idempotency-Key", () => {
  it.each(posts)("of %s gives its first answer again, and only to itself", async (name, route) => {
    const own = await newFixtures();
    const { body } = caseOf(name);
    const key = keyFor(route, own);
    const path = pathOf(route, own);
    const right = { key, path, ...(body !== undefined && { body }) };
    const first = await post("the-key", right);
    expect(successFaults(route, first)).toEqual([]);

    expectReplay(await post("the-key", right), first);
    expectReplay(await post("the-key", { key, path, rawBody: rewritten(body ?? {}) }), first);

    const otherBody = await post("the-key", { key, path, body: { ...body, other: 1 } });
    const elsewhere =
      route.id === undefined ? pathOf(routes.triggerRun, own) : pathOf(route, own, newId(route.id));
    const otherPath = await post("the-key", { ...right, path: elsewhere });
    for (const response of [otherBody, otherPath]) {
      expect(errorFaults(response, 422)).toEqual([]);
      expect(asText(at(response.json, "error", "message"))).toContain("Idempotency-Key");
      expect(replayed(response)).toBeUndefined();
    }
  });

  it.each(posts)("of %s that is no such key is refused with every field", async (name, route) => {
    const key = keyFor(route, fixtures);
    const path = pathOf(route, fixtures);
    const { body, refused } = caseOf(name);
    for (const malformed of name === "createBrand"
      ? ["", "a".repeat(256), "two words", "tab\there", "naïve"]
      : ["two words"]) {
      const response = await post(malformed, { key, path, ...(body !== undefined && { body }) });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["Idempotency-Key"]);
    }
    const [wrong] = refused;
    if (wrong === undefined) return;
    const response = await post("two words", { key, path, body: wrong.body });
    expect(fieldsOf(response)).toEqual(
      [...wrong.fields, "Idempotency-Key"].toSorted((one, other) => one.localeCompare(other)),
    );
  });

  it("may be any visible ASCII of 1 to 255 characters", async () => {
    const { write: key } = fixtures.keys;
    const visible = String.fromCodePoint(...Array.from({ length: 94 }, (_, place) => 33 + place));
    for (const idempotencyKey of ["1", "~".repeat(255), visible]) {
      const first = await post(idempotencyKey, { key, body: brand });
      expect(first.status).toBe(201);
      expectReplay(await post(idempotencyKey, { key, body: brand }), first);
    }
  });

  it("is known by its body however deep that is", async () => {
    const { write: key } = fixtures.keys;
    const deep = [
      { key, rawBody: `{"deep":${nested(1_000)},"name":"Acme","timezone":"UTC"}` },
      // No body is read here, so none is too deep.
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

  it("is carried out each time where it is no POST", async () => {
    const { write: key } = fixtures.keys;
    const path = `/v1/brands/${fixtures.ids.brd}`;
    for (const name of ["One", "Two"]) {
      const headers = { "Idempotency-Key": "of a change", "Content-Type": "application/json" };
      const response = await client.call("PATCH", path, { key, body: { name }, headers });
      expect([response.status, at(response.json, "name"), replayed(response)]).toEqual([
        200,
        name,
        undefined,
      ]);
    }
  });
});

describe("many requests at once", () => {
  it("with one key make one brand, and all get its one answer", async () => {
    const { write: key } = fixtures.keys;
    const before = await brandsOf(key);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => post("two-hundred", { key, body: brand })),
    );
    expect(await brandsOf(key)).toBe(before + 1);
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(responses.filter((response) => replayed(response) === undefined)).toHaveLength(1);
  });

  it("with one key and different bodies make what the first of them asked", async () => {
    const { write: key } = fixtures.keys;
    const before = await brandsOf(key);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post("twenty", { key, body: { ...brand, name: `${index % 4}` } }),
      ),
    );
    expect(await brandsOf(key)).toBe(before + 1);
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made).toHaveLength(5);
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(errorFaults(response, 422)).toEqual([]);
  });
});

describe("an answer that is given again", () => {
  it("may be 404 or 422, and is that for as long as the key is known", async () => {
    const own = await newFixtures();
    const { write: key } = own.keys;
    const missing = { key, path: pathOf(routes.approvePost, own, newId("pst")) };
    const unknown = await post("unknown", missing);
    expect(errorFaults(unknown, 404)).toEqual([]);
    expectReplay(await post("unknown", missing), unknown);
    const malformed = { key, path: pathOf(routes.approvePost, own, "malformed") };
    const never = await post("malformed", malformed);
    expect(essence(never)).toEqual(essence(unknown));
    expectReplay(await post("malformed", malformed), never);

    const early = { key, path: pathOf(routes.submitPost, own, own.ids.pst) };
    const refused = await post("too-early", early);
    expect(errorFaults(refused, 422)).toEqual([]);
    await client.call("POST", pathOf(routes.rejectPost, own, own.ids.pst), { key });
    expectReplay(await post("too-early", early), refused);
    expect((await post("now", early)).status).toBe(200);
  });

  it("is none that refused the caller or the shape: the same key serves the request when it is right", async () => {
    const own = await newFixtures();
    const { read, write } = own.keys;
    const wrong: [Sent, number][] = [
      [{ key: "cps_unknown", body: brand }, 401],
      [{ key: read, body: brand }, 403],
      [{ key: write, body: {} }, 400],
      [{ key: write, rawBody: "{" }, 400],
    ];
    for (const [sent, status] of wrong) expect(errorFaults(await post("later", sent), status)).toEqual([]);
    await changeKeyRecord(write, { rateLimit: 1 });
    expect(errorFaults(await post("later", { key: write, body: brand }), 429)).toEqual([]);
    await changeKeyRecord(write, { rateLimit: 100 });
    const made = await post("later", { key: write, body: brand });
    expect([made.status, replayed(made)]).toEqual([201, undefined]);
    // What is wrong with a request is told before what its key has brought forth.
    expect(errorFaults(await post("later", { key: write, body: {} }), 400)).toEqual([]);
  });

  it("is nobody else's: neither another key's of the organization nor another organization's", async () => {
    const [own, other] = [await newFixtures(), await newFixtures()];
    const responses = [];
    for (const key of [own.keys.write, own.keys.admin, other.keys.write])
      responses.push(await post("common", { key, body: brand }));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(responses.map(replayed)).toEqual([undefined, undefined, undefined]);
    expect(new Set(responses.map(({ json }) => asText(at(json, "id")))).size).toBe(3);
    const foreign = { key: other.keys.write, path: pathOf(routes.triggerRun, own) };
    expect(errorFaults(await post("their-run", foreign), 404)).toEqual([]);
  });

  it("may show a new API key again, which stands nowhere in the table", async () => {
    const own = await newFixtures();
    const { admin: key } = own.keys;
    const issue = { key, path: "/v1/api-keys", body: { name: "secret-holder", role: "write" } };
    const first = await post("issue-a-key", issue);
    expectReplay(await post("issue-a-key", issue), first);
    const issued = asText(at(first.json, "key"));
    expect((await client.call("GET", "/v1/brands", { key: issued })).status).toBe(200);
    const rotate = { key, path: `/v1/api-keys/${asText(at(first.json, "id"))}/rotate` };
    const rotated = await post("rotate-it", rotate);
    expectReplay(await post("rotate-it", rotate), rotated);

    const kept = await itemsOf(own.organizationId);
    expect(kept).toContain("#IDEMPOTENCY#");
    for (const secret of [issued, asText(at(rotated.json, "key")), key, "issue-a-key", "rotate-it"])
      for (const form of [secret, secret.slice(4, 40), Buffer.from(secret).toString("base64").slice(0, 40)])
        expect(kept).not.toContain(form);
  });
});

/** All that stands under an organization's keys, as text; bytes also as if they were text. */
async function itemsOf(organizationId: string): Promise<string> {
  const { client: database, name } = tableAt(provided("service").database);
  const texts: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database.send(
      new ScanCommand({
        TableName: name,
        FilterExpression: "begins_with(pk, :org)",
        ExpressionAttributeValues: { ":org": organizationId },
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
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
