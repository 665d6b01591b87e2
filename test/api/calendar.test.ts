import { afterAll, beforeEach, expect, it } from "vitest";
import { weekdays } from "../../functions/domain/brand.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await newFixtures();
});

const send = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key: fixtures.keys.write, ...(body !== undefined && { body }) });
/** The machine may be busy. */
const patience = { timeout: 10_000 };
const slot = "2098-03-31T09:00:00.000Z";
const calendar = (query = "from=2098-03-31&to=2098-04-01") =>
  send("GET", `/v1/brands/${fixtures.ids.brd}/calendar?${query}`);

/** Gives the brand a slot at 11:00 in Zurich each day, and quiet hours. */
const setUp = () =>
  send("PATCH", `/v1/brands/${fixtures.ids.brd}`, {
    settings: {
      postingSlots: weekdays.map((weekday) => ({ weekday, time: "11:00" })),
      quietHours: [{ start: "22:00", end: "07:00" }],
    },
  });
const create = (scheduledAt: string, status = "pending") =>
  send("POST", "/v1/posts", {
    brandId: fixtures.ids.brd,
    channel: "feed",
    text: "By hand",
    scheduledAt,
    status,
  });

it("a calendar shows each post where it is planned, and follows when the post moves on", async () => {
  expect(await setUp()).toMatchObject({ status: 200 });
  const made = await create(slot);
  const other = await create("2098-03-31T21:30:00.000Z");
  const draft = await create("2098-03-31T10:00:00.000Z", "draft");
  expect([made, other, draft].map(({ status }) => status)).toEqual([201, 201, 201]);
  const [id, otherId] = [made, other].map(({ json }) => asText(at(json, "id")));
  const planned = { channel: "feed", status: "pending", text: "By hand" };
  await expect
    .poll(async () => (await calendar()).json, patience)
    .toMatchObject({
      from: "2098-03-30T22:00:00.000Z",
      to: "2098-03-31T22:00:00.000Z",
      timezone: "Europe/Zurich",
      slots: [{ at: slot, localAt: "2098-03-31T11:00:00+02:00", posts: [{ postId: id, ...planned }] }],
      otherPosts: [{ at: "2098-03-31T21:30:00.000Z", postId: otherId, ...planned }],
      blocked: [{ reason: "quiet_hours" }, { reason: "quiet_hours" }],
      hasMorePosts: false,
    });

  await send("POST", `/v1/posts/${id}/approve`);
  await expect
    .poll(async () => at((await calendar()).json, "slots", 0, "posts", 0, "status"), patience)
    .toBe("scheduled");
  await send("POST", `/v1/posts/${id}/cancel`);
  await expect.poll(async () => at((await calendar()).json, "slots", 0, "posts"), patience).toEqual([]);
});

it("a slot has one post of a channel: a second one is 422, and 201 once the first has left the slot", async () => {
  await setUp();
  const made = await create(slot);
  const second = await create(slot);
  expect(second).toMatchObject({ status: 422, json: { error: { code: "unprocessable" } } });
  expect(at(second.json, "error", "message")).toContain("the next free slot is ");
  await send("DELETE", `/v1/posts/${asText(at(made.json, "id"))}`);
  expect(await create(slot)).toMatchObject({ status: 201 });
});

it("a calendar of instants needs no dates, and its errors name the field", async () => {
  const instants = await calendar("from=2098-03-31T00:00:00%2B02:00&to=2098-04-01T00:00:00%2B02:00");
  expect(instants).toMatchObject({ status: 200, json: { from: "2098-03-30T22:00:00.000Z" } });
  expect(fieldsOf(await calendar("from=2098-03-31&to=2098-05-02"))).toEqual(["to"]);
  expect(fieldsOf(await calendar("from=2098-02-30"))).toEqual(["from", "to"]);
});
