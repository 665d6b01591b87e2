import { expect, it } from "vitest";
import type { ModelUsage } from "../../functions/domain/generator.ts";
import type { Generate, Generation } from "../../functions/pipeline/generators/generator.ts";
import { openWriter, type Writing } from "../../functions/pipeline/stages/write.ts";
import { exampleItem } from "../support/pipeline/generation-request.ts";
import { aBrand, aPipeline, newId } from "../support/table/entities.ts";

const organizationId = newId("org");
const brand = aBrand(organizationId);
const tokens = { inputTokens: 100, outputTokens: 10 };

const written: Generation = {
  outcome: "written",
  content: { text: "By the model.", link: exampleItem.url, hashtags: [], isShortened: false },
  isDoubtful: false,
  tokens,
};
const failed = (given: Partial<Extract<Generation, { outcome: "not_written" }>> = {}): Generation => ({
  outcome: "not_written",
  reason: "It was busy.",
  isDoubtful: false,
  isLasting: false,
  tokens: null,
  ...given,
});

const candidates = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const item = { ...exampleItem, id: String(index), url: `${exampleItem.url}/${index}` };
    return { item, members: [item], score: 1, topics: [], sources: ["Tidings"] };
  });

function writer(generate: Generate, given: Partial<Writing> = {}) {
  const price = { input: 3, output: 15 };
  const generator = { type: "bedrock" as const, model: "m", pricePerMillionTokens: price };
  const pipeline = { ...aPipeline(organizationId, brand.id), generator };
  return openWriter({
    pipeline,
    brand,
    limits: new Map(),
    avoid: [],
    generate,
    endsAtMs: Infinity,
    ...given,
  });
}

it("the posts of a model show the generator, and the run shows their tokens and their cost", async () => {
  const { drafts, usage, detail } = await writer(() => Promise.resolve(written))(candidates(3));
  expect(drafts.map(({ content }) => content.text)).toEqual([
    "By the model.",
    "By the model.",
    "By the model.",
  ]);
  expect(drafts[0]).toMatchObject({ generator: { type: "bedrock", fallback: null }, needsApproval: false });
  expect(usage).toEqual<ModelUsage>({ inputTokens: 300, outputTokens: 30, costUsd: 0.00135 });
  expect(detail).toBe("3 posts");
});

it("what the model does not write, the template writes, and the post says why", async () => {
  const { drafts, usage, detail } = await writer(() => Promise.resolve(failed()))(candidates(1));
  expect(drafts[0]).toMatchObject({
    generator: { type: "bedrock", fallback: { reason: "It was busy." } },
    needsApproval: false,
  });
  expect(drafts[0]?.content.text).toContain("Cold brew on tap");
  expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, costUsd: 0 });
  expect(detail).toBe("1 post, 1 by the template");
});

it("a doubtful text, a doubtful item and a word that the brand avoids need a person", async () => {
  const doubtful: Generation = { ...written, isDoubtful: true };
  for (const generation of [doubtful, failed({ isDoubtful: true })]) {
    const { drafts } = await writer(() => Promise.resolve(generation))(candidates(1));
    expect(drafts[0]?.needsApproval).toBe(true);
  }
  const { drafts } = await writer(() => Promise.resolve(failed()), { avoid: ["cold brew"] })(candidates(1));
  expect(drafts[0]?.needsApproval).toBe(true);
});

it.each([
  ["a lasting refusal", failed({ isLasting: true }), 1],
  ["three failures in a row", failed(), 3],
])(
  "after %s the model is not asked again in the run, but for the calls that have begun",
  async (_, generation, count) => {
    let calls = 0;
    const generate: Generate = () => {
      calls += 1;
      return Promise.resolve(generation);
    };
    const { drafts } = await writer(generate)(candidates(40));
    expect(drafts).toHaveLength(40);
    expect(drafts.every(({ generator }) => generator.fallback?.reason === "It was busy.")).toBe(true);
    expect(calls).toBeGreaterThanOrEqual(count);
    expect(calls).toBeLessThanOrEqual(count + 6);
  },
);

it("a run without time left asks no model, and its posts say so", async () => {
  const { drafts } = await writer(() => Promise.reject(new Error("asked")), { endsAtMs: 0 })(candidates(2));
  expect(drafts.map(({ generator }) => generator.fallback?.reason)).toEqual([
    "The run had no time left for the model.",
    "The run had no time left for the model.",
  ]);
});

it("at most six calls are made at once, and the drafts keep the order of the candidates", async () => {
  let active = 0;
  let most = 0;
  const generate: Generate = async ({ candidate }) => {
    active += 1;
    most = Math.max(most, active);
    for (let turn = 0; turn < 5 - (Number(candidate.item.id) % 5); turn += 1) await Promise.resolve();
    active -= 1;
    return { ...written, content: { ...written.content, text: candidate.item.id } };
  };
  const { drafts } = await writer(generate)(candidates(20));
  expect(drafts.map(({ content }) => content.text)).toEqual(candidates(20).map(({ item }) => item.id));
  expect(most).toBe(6);
});

it("posts that are chosen again after a conflict are not written again", async () => {
  let calls = 0;
  const write = writer(() => {
    calls += 1;
    return Promise.resolve(written);
  });
  await write(candidates(3));
  const { usage } = await write(candidates(4));
  expect(calls).toBe(4);
  expect(usage?.inputTokens).toBe(400);
});
