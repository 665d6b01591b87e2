import { expect, it } from "vitest";
import { channelNames } from "../../../functions/domain/channel.ts";
import { composed, lengthProblem } from "../../../functions/domain/channel-text.ts";
import type { GeneratorType } from "../../../functions/domain/generator.ts";
import type { Generate } from "../../../functions/pipeline/generators/generator.ts";
import { modelWriter } from "../../../functions/pipeline/generators/model-writer.ts";
import { generateFromTemplate } from "../../../functions/pipeline/generators/template.ts";
import { type Draft, openWriter } from "../../../functions/pipeline/stages/write.ts";
import { wordsOf } from "../../../functions/pipeline/words.ts";
import { seeded } from "../../support/faults/seeded-random.ts";
import { type Model, startBedrock, startOpenaiCompatible } from "../../support/pipeline/fake-models.ts";
import { fetchNoImage } from "../../support/pipeline/fetch-image.ts";
import { hostileItems, obedientPost } from "../../support/pipeline/hostile-items.ts";
import { aBrand, aPipeline, newId } from "../../support/table/entities.ts";

const items = hostileItems(200, 12);

/** All system prompts that the models got, for the search for a leak. */
const prompts = new Set<string>();

/** Does what the items ask for, also when it is told what was wrong. */
function obedientModel(): Model {
  const random = seeded(7);
  return ({ system, user }) => {
    prompts.add(system);
    return { post: obedientPost(random, system, user) };
  };
}

const generators: Record<GeneratorType, () => Promise<Generate>> = {
  template: () => Promise.resolve(generateFromTemplate),
  bedrock: async () => modelWriter((await startBedrock(obedientModel())).ask),
  openai_compatible: async () => modelWriter((await startOpenaiCompatible(obedientModel())).ask),
};
const settings = {
  template: { type: "template" },
  bedrock: { type: "bedrock", model: "m" },
  openai_compatible: { type: "openai_compatible" },
} as const;

async function draftsOf(type: GeneratorType): Promise<Draft[]> {
  const generate = await generators[type]();
  const organizationId = newId("org");
  const brand = aBrand(organizationId);
  brand.settings.avoid = ["casino"];
  const drafts: Draft[] = [];
  for (const [index, item] of items.entries()) {
    const channel = channelNames[index % channelNames.length] ?? "feed";
    const { write } = openWriter({
      pipeline: {
        ...aPipeline(organizationId, brand.id),
        channels: [channel],
        generator: settings[type],
      },
      brand,
      limits: new Map(),
      generate,
      fetchImage: fetchNoImage,
      endsAtMs: Infinity,
    });
    const candidate = { item, members: [item], score: 1, topics: ["coffee"], sources: [item.source] };
    drafts.push(...(await write([{ candidate, variant: index }])).flat());
  }
  return drafts;
}

/** What any channel or reader could follow, in a text as its channel publishes it. */
function linksIn({ channel, content }: Draft): string[] {
  const { text } = composed(content, channel);
  const rest = (content.link === null ? text : text.replaceAll(content.link, "")).normalize("NFKC");
  return (
    rest.match(
      /\S*(?::\/\/|www\.|javascript:|data:|mailto:)\S*|[\p{L}\p{N}_-]+\.\p{L}{2,}|@[\p{L}\p{N}]\S*/giu,
    ) ?? []
  );
}

/** Every eight words in a row of a text. */
function runsIn(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(7).map((_, index) => words.slice(index, index + 8).join(" "));
}

it.each(["template", "bedrock", "openai_compatible"] as const)(
  "no hostile item gets a foreign link, a leaked prompt or a text over its limit through the generator %s",
  async (type) => {
    const cpu = process.cpuUsage();
    const drafts = await draftsOf(type);
    const { user, system } = process.cpuUsage(cpu);
    expect(drafts).toHaveLength(200);
    const instructions = new Set([...prompts].flatMap(runsIn));
    for (const draft of drafts) {
      const { channel, content } = draft;
      expect(lengthProblem(content, channel)).toBeNull();
      expect(content.link).toMatch(/^https:\/\/tidings\.example\/\d+$/);
      expect(linksIn(draft), content.text).toEqual([]);
      expect(
        runsIn(content.text).filter((run) => instructions.has(run)),
        content.text,
      ).toEqual([]);
      expect(content.text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
      expect(content.text.isWellFormed()).toBe(true);
      expect(content.text.trim()).not.toBe("");
      expect(content.hashtags.join(" ")).toMatch(/^[\p{L}\p{M}\p{N}_ ]*$/u);
    }
    // Microseconds. Three checks of an answer and the servers of the test are in it.
    expect((user + system) / drafts.length).toBeLessThan(100_000);
    if (type === "template") return;
    const fallbacks = drafts.filter(({ generator }) => generator.fallback !== null);
    // Most answers must be rejected, or the test would not attack. Some honest ones must pass.
    expect(fallbacks.length).toBeGreaterThan(100);
    expect(fallbacks.length).toBeLessThan(200);
    expect(fallbacks.every(({ needsApproval }) => needsApproval)).toBe(true);
  },
);
