import { expect, it } from "vitest";
import { dayMs, minuteMs } from "../../functions/domain/time.ts";
import { openSourceMemory } from "../../functions/pipeline/sources/source-memory.ts";
import { sourceStatesPartition } from "../../functions/table/keys.ts";
import {
  readSourceState,
  removeSourceStates,
  storeSourceState,
} from "../../functions/table/source-states.ts";
import { readPartition } from "../../functions/table/store/read.ts";
import { newId, testTimeMs as nowMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const aScope = () => ({ organizationId: newId("org"), brandId: newId("brd") });
const source = { type: "feed", url: "https://tidings.example/feed?token=secret" } as const;
const none = { version: null, waitUntilMs: null, document: null };
const document = (mark: string) => ({
  urlHash: "hash",
  etag: `"${mark}"`,
  lastModified: null,
  packedItems: new Uint8Array([1, 2, 3]),
});
const memoryOf = (scope: ReturnType<typeof aScope>) => openSourceMemory(table, scope, () => nowMs);

it("the state of a source is read as it was stored, by runs of its brand only", async () => {
  const scope = aScope();
  expect(await readSourceState(table, scope, source, nowMs)).toEqual(none);
  await memoryOf(scope).replace(source, none, document("v1"));
  expect(await readSourceState(table, scope, source, nowMs)).toEqual({
    version: 1,
    waitUntilMs: null,
    document: document("v1"),
  });
  const others = [aScope(), { ...scope, brandId: newId("brd") }, { ...scope, organizationId: newId("org") }];
  for (const other of others) expect(await readSourceState(table, other, source, nowMs)).toEqual(none);
});

it("two sources share a state only if all their fields are equal, in any order", async () => {
  const scope = aScope();
  const trends = { type: "hackernews", query: "coffee", minPoints: 20 } as const;
  await memoryOf(scope).replace(trends, none, document("v1"));
  const reordered = { minPoints: 20, query: "coffee", type: "hackernews" } as const;
  expect((await readSourceState(table, scope, reordered, nowMs)).document).not.toBeNull();
  const other = { ...trends, minPoints: 21 };
  expect((await readSourceState(table, scope, other, nowMs)).document).toBeNull();
});

it("of two runs that store a document at the same moment, only one succeeds", async () => {
  const scope = aScope();
  const stored = await Promise.all(
    ["a", "b"].map((mark) =>
      storeSourceState(table, scope, source, {
        known: none,
        next: { waitUntilMs: null, document: document(mark) },
        nowMs,
      }),
    ),
  );
  expect(stored.filter(Boolean)).toHaveLength(1);
});

it("a time to wait is stored even if another run stores a document at the same moment, and the latest time stays", async () => {
  const scope = aScope();
  const memory = memoryOf(scope);
  await Promise.all([
    memory.replace(source, none, document("v1")),
    memory.pause(source, nowMs + minuteMs),
    memory.pause(source, nowMs + 2 * minuteMs),
  ]);
  // A run that read the source before it asked to wait stores nothing.
  await memory.replace(source, none, document("v2"));
  const { waitUntilMs, document: kept } = await memory.read(source);
  expect(waitUntilMs).toBe(nowMs + 2 * minuteMs);
  expect([undefined, '"v1"']).toContain(kept?.etag);
});

it("a source that has the place of another one replaces its state, and never gets its items", async () => {
  const scope = aScope();
  const sources = Array.from({ length: 200 }, (_, index) => ({
    type: "feed" as const,
    url: `https://tidings.example/${index}`,
  }));
  const memory = memoryOf(scope);
  for (const [index, one] of sources.entries())
    await memory.replace(one, await memory.read(one), document(String(index)));
  const found = await Promise.all(sources.map((one) => memory.read(one)));
  for (const [index, state] of found.entries())
    expect([`"${index}"`, undefined]).toContain(state.document?.etag);
  const places = await readPartition(table, sourceStatesPartition(scope.organizationId, scope.brandId));
  for (const { sk } of places) expect(sk).toMatch(/^[0-9a-f]{3}$/);
  expect(places.length).toBe(found.filter((state) => state.document !== null).length);
});

it("a state expires after 30 days, also while it is still stored", async () => {
  const scope = aScope();
  await memoryOf(scope).replace(source, none, document("v1"));
  const later = await readSourceState(table, scope, source, nowMs + 31 * dayMs);
  expect(later).toEqual({ version: 1, waitUntilMs: null, document: null });
  const [item] = await readPartition(table, sourceStatesPartition(scope.organizationId, scope.brandId));
  expect(item?.expiresAt).toBe((nowMs + 30 * dayMs) / 1000);
  expect(JSON.stringify(item)).not.toContain("secret");
});

it("the states of a deleted brand's sources are deleted in pages", async () => {
  const scope = aScope();
  const memory = memoryOf(scope);
  for (const country of ["CH", "DE", "FR"])
    await memory.replace({ type: "google_trends", country }, none, document("v1"));
  while (await removeSourceStates(table, scope, 2));
  expect(await readPartition(table, sourceStatesPartition(scope.organizationId, scope.brandId))).toEqual([]);
});
