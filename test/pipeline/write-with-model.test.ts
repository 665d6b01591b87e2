import { expect, it } from "vitest";
import { noTokens, usageOf } from "../../functions/domain/generator.ts";
import type { Generate, Generation } from "../../functions/pipeline/generators/generator.ts";
import { openWriter, type Story, type Writing } from "../../functions/pipeline/stages/write.ts";
import { fetchNoImage } from "../support/pipeline/fetch-image.ts";
import { exampleItem } from "../support/pipeline/generation-request.ts";
import { aBrand, aPipeline, newId } from "../support/table/entities.ts";

const organizationId = newId("org");
const brand = aBrand(organizationId);
const used = { inputTokens: 100, outputTokens: 10 };

const written: Generation = {
  outcome: "written",
  content: { text: "By the model.", link: exampleItem.url, hashtags: [], isShortened: false },
  isDoubtful: false,
  tokens: used,
};
const failed = (given: Partial<Extract<Generation, { outcome: "not_written" }>> = {}): Generation => ({
  outcome: "not_written",
  reason: "It was busy.",
  isDoubtful: false,
  isLasting: false,
  tokens: null,
  ...given,
});

const stories = (count: number): Story[] =>
  Array.from({ length: count }, (_, variant) => {
    const item = { ...exampleItem, id: String(variant), url: `${exampleItem.url}/${variant}` };
    return { candidate: { item, members: [item], score: 1, topics: [], sources: ["Tidings"] }, variant };
  });

function writer(generate: Generate, given: Partial<Writing> = {}) {
  const generator = { type: "bedrock" as const, model: "m" };
  const pipeline = { ...aPipeline(organizationId, brand.id), generator };
  const { write, tokens } = openWriter({
    pipeline,
    brand,
    limits: new Map(),
    generate,
    fetchImage: fetchNoImage,
    endsAtMs: Infinity,
    ...given,
  });
  return { tokens, draftsOf: async (count: number) => (await write(stories(count))).flat() };
}

it("the posts of a model show the generator, and the writer counts their tokens", async () => {
  const { draftsOf, tokens } = writer(() => Promise.resolve(written));
  const drafts = await draftsOf(3);
  expect(drafts.map(({ content }) => content.text)).toEqual([
    "By the model.",
    "By the model.",
    "By the model.",
  ]);
  expect(drafts[0]).toMatchObject({ generator: { type: "bedrock", fallback: null }, needsApproval: false });
  expect(tokens()).toEqual({ inputTokens: 300, outputTokens: 30 });
  const price = { input: 3, output: 15 };
  expect(usageOf(tokens(), price)).toEqual({ inputTokens: 300, outputTokens: 30, costUsd: 0.00135 });
});

it("the template writes a post that the model does not write, and the post says why", async () => {
  const { draftsOf, tokens } = writer(() => Promise.resolve(failed()));
  const [draft] = await draftsOf(1);
  expect(draft).toMatchObject({
    generator: { type: "bedrock", fallback: { reason: "It was busy." } },
    needsApproval: false,
  });
  expect(draft?.content.text).toContain("Cold brew on tap");
  expect(tokens()).toEqual(noTokens);
});

it("a person must approve a doubtful text, the template's text about a doubtful item, and a word that the brand avoids", async () => {
  const doubtful: Generation = { ...written, isDoubtful: true };
  for (const generation of [doubtful, failed({ isDoubtful: true })]) {
    const drafts = await writer(() => Promise.resolve(generation)).draftsOf(1);
    expect(drafts[0]?.needsApproval).toBe(true);
  }
  const avoiding = { ...brand, settings: { ...brand.settings, avoid: ["cold brew"] } };
  const drafts = await writer(() => Promise.resolve(failed()), { brand: avoiding }).draftsOf(1);
  expect(drafts[0]?.needsApproval).toBe(true);
});

it.each([
  ["a lasting rejection", failed({ isLasting: true }), 1],
  ["three failures in a row", failed(), 3],
])(
  "after %s the model is not asked again in the run, except by the calls that have begun",
  async (_, generation, count) => {
    let calls = 0;
    const generate: Generate = () => {
      calls += 1;
      return Promise.resolve(generation);
    };
    const drafts = await writer(generate).draftsOf(40);
    expect(drafts).toHaveLength(40);
    expect(drafts.every(({ generator }) => generator.fallback?.reason === "It was busy.")).toBe(true);
    expect(calls).toBeGreaterThanOrEqual(count);
    expect(calls).toBeLessThanOrEqual(count + 6);
  },
);

it("a run without time left asks no model, and its posts say so", async () => {
  const drafts = await writer(() => Promise.reject(new Error("asked")), { endsAtMs: 0 }).draftsOf(2);
  expect(drafts.map(({ generator }) => generator.fallback?.reason)).toEqual([
    "The run had no time left for the model.",
    "The run had no time left for the model.",
  ]);
});

it("at most six calls are made at once, and the drafts keep the order of the stories", async () => {
  let active = 0;
  let most = 0;
  const generate: Generate = async ({ candidate }) => {
    active += 1;
    most = Math.max(most, active);
    for (let turn = 0; turn < 5 - (Number(candidate.item.id) % 5); turn += 1) await Promise.resolve();
    active -= 1;
    return { ...written, content: { ...written.content, text: candidate.item.id } };
  };
  const drafts = await writer(generate).draftsOf(20);
  const ids = stories(20).map(({ candidate }) => candidate.item.id);
  expect(drafts.map(({ content }) => content.text)).toEqual(ids);
  expect(most).toBe(6);
});
