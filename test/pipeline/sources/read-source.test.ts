import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { dayMs } from "../../../functions/domain/time.ts";
import { item, nowMs, rss } from "../../support/pipeline/feeds.ts";
import { startSource } from "../../support/pipeline/source-under-test.ts";

const source = { type: "feed", url: "https://tidings.example/feed" } as const;
const etag = { ETag: '"v1"' };

it("a source whose items are too large to be stored is read whole every time", async () => {
  const items = Array.from(
    { length: 100 },
    (_, index) =>
      `<item><title>${index}</title><link>https://tidings.example/${index}</link><description>${randomBytes(900).toString("base64")}</description></item>`,
  );
  const { calls, memory, read } = await startSource(() => ({ headers: etag, body: rss(items.join("")) }));
  await read(source);
  expect((await read(source)).items).toHaveLength(100);
  expect(calls[1]?.headers).not.toHaveProperty("if-none-match");
  expect(memory.writes()).toBe(0);
});

it("a document that comes whole again, unchanged, is not stored again", async () => {
  const { memory, read } = await startSource(() => ({ headers: etag, body: rss(item("")) }));
  await read(source);
  await read(source);
  expect(memory.writes()).toBe(1);
});

it("a document that has changed replaces the items of last time", async () => {
  let version = 1;
  const { calls, read } = await startSource(() => ({
    headers: { ETag: `"v${version}"` },
    body: rss(item(`<description>Version ${version}.</description>`)),
  }));
  await read(source);
  version = 2;
  expect((await read(source)).items).toMatchObject([{ summary: "Version 2." }]);
  await read(source);
  expect(calls.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"', '"v2"']);
});

it("a response 304 to a request without conditions is an error", async () => {
  const { problem } = await startSource(() => ({ status: 304 }));
  expect(await problem(source)).toBe("https://tidings.example/feed responded with status 304");
});

it("a compressed document is stored with its validators", async () => {
  const body = gzipSync(rss(item("")));
  const { read } = await startSource(({ headers }) =>
    headers["if-none-match"] === '"v1"'
      ? { status: 304 }
      : { headers: { ...etag, "Content-Encoding": "gzip" }, body },
  );
  expect(await read(source)).toEqual(await read(source));
});

it.each(["v1", `"${"x".repeat(300)}"`, '"a" "b"', '"\u00e9"'])(
  "an ETag that is not a valid entity tag of ordinary length is not stored: %j",
  async (value) => {
    const { memory, read } = await startSource(() => ({
      headers: { ETag: value },
      body: rss(item("")),
    }));
    await read(source);
    expect(memory.writes()).toBe(0);
  },
);

it.each([
  ["Sat, 21 Nov 2026 12:02:00 GMT", "2026-11-21T12:02:00.000Z"],
  ["30", "2026-11-21T12:00:30.000Z"],
])("a source that asks to wait by %j is asked again from %s on", async (retryAfter, until) => {
  const { calls, problem } = await startSource(() => ({
    status: 429,
    headers: { "Retry-After": retryAfter },
  }));
  expect(await problem(source)).toContain(`asked to wait until ${until}`);
  await problem(source, Date.parse(until) - 1);
  expect(calls).toHaveLength(1);
  await problem(source, Date.parse(until));
  expect(calls).toHaveLength(2);
});

it.each([429, 503, 500, 403])(
  "a source that responds with status %d, and does not ask to wait, is asked again by the next run",
  async (status) => {
    const { calls, memory, problem } = await startSource(() => ({ status }));
    const expected = `https://tidings.example/feed responded with status ${status}`;
    expect(await problem(source)).toBe(expected);
    expect(await problem(source, nowMs + dayMs)).toBe(expected);
    expect(calls).toHaveLength(2);
    expect(memory.writes()).toBe(0);
  },
);
