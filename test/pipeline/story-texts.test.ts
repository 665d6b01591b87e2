import fc from "fast-check";
import { expect, it } from "vitest";
import { type ChannelName, channelNames } from "../../functions/domain/channel.ts";
import { graphemeCount } from "../../functions/domain/text-length.ts";
import { writeFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { type StoryItem, spaceOf, storyItems } from "../support/pipeline/story-items.ts";

const openings = ["", "In the news: ", "Worth a read: ", "Good to know: ", "In brief: ", "For the record: "];

function write(
  { item }: StoryItem,
  voice: string | null,
  variant: number,
  maxCharacters: number,
  channel: ChannelName = "feed",
): string {
  const candidate = { item, score: 0.5, topics: [], sources: ["Tidings"], members: [item] };
  const brand = { voice, hashtags: [], utm: {} };
  const fits = (content: { text: string }) => graphemeCount(content.text) <= maxCharacters;
  return writeFromTemplate({ candidate, brand, channel, fits, variant, avoid: [] }).text;
}

/** Every run of neighbouring sentences of a story. */
function runsOf({ story }: StoryItem): string[] {
  return story.sentences.flatMap((_, first) =>
    story.sentences
      .slice(first)
      .map((_one, count) => story.sentences.slice(first, first + count + 1).join(spaceOf(story))),
  );
}

/** All texts that are made of the whole title and whole sentences. */
function wholeTexts(told: StoryItem): Set<string> {
  const runs = runsOf(told);
  const titles = [told.story.title, told.item.title].flatMap((title) =>
    ["", ".", "。", "।"].map((mark) => `${title}${mark}`),
  );
  const both = titles.flatMap((title) =>
    runs.flatMap((run) => [
      `${title} ${run}`,
      `${title}${run}`,
      `${title}\n\n${run}`,
      `${title}\n\n“${run}”`,
    ]),
  );
  return new Set([...titles, ...runs, ...both]);
}

/** What is wrong with a text; null when it is made of whole sentences, or is a title that was too long, cut at a word. */
function problemOf(told: StoryItem, text: string, maxCharacters: number): string | null {
  if (graphemeCount(text) > maxCharacters) return "too long";
  // A name with a dot has an unseen character, so that no channel makes a link of it.
  const body = text.replaceAll("\u2060", "").replace(/ \(Tidings\)$/, "");
  const whole = wholeTexts(told);
  if (openings.some((opening) => body.startsWith(opening) && whole.has(body.slice(opening.length))))
    return null;
  const isCutTitle = openings.some((opening) => {
    const stem = body.slice(0, -1);
    const title = `${opening}${told.item.title}`;
    return body.endsWith("…") && title.startsWith(stem) && graphemeCount(title) > maxCharacters - 2;
  });
  return isCutTitle ? null : "cut";
}

it("there are 500 items of 10 shapes in 16 languages", () => {
  expect(storyItems).toHaveLength(500);
  expect(new Set(storyItems.map(({ shape }) => shape)).size).toBe(10);
  expect(new Set(storyItems.map(({ story }) => story.language)).size).toBe(16);
});

it("each of 500 items gives a text of whole sentences of its source, however long the channel's texts may be", () => {
  const problems = storyItems.flatMap((told) =>
    [500, 280, 100].flatMap((maxCharacters) => {
      const text = write(told, null, 0, maxCharacters);
      const problem = problemOf(told, text, maxCharacters);
      return problem === null ? [] : [`${problem}: ${told.story.language}, ${told.shape}: ${text}`];
    }),
  );
  expect(problems).toEqual([]);
});

it("any item, voice, variant and length give a text of whole sentences", () => {
  const anyCase = fc.record({
    told: fc.constantFrom(...storyItems),
    voice: fc.constantFrom(null, "Warm and friendly", "formal"),
    variant: fc.nat(60),
    maxCharacters: fc.integer({ min: 20, max: 600 }),
    channel: fc.constantFrom(...channelNames),
  });
  fc.assert(
    fc.property(anyCase, ({ told, voice, variant, maxCharacters, channel }) => {
      const text = write(told, voice, variant, maxCharacters, channel);
      expect(problemOf(told, text, maxCharacters), text).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

it("most items with a summary give a text that says more than their title", () => {
  const withSummary = storyItems.filter(({ shape }) => shape === "plain text");
  const telling = withSummary.filter(
    (told) => write(told, null, 0, 500).length > told.item.title.length + 10,
  );
  expect(telling.length).toBeGreaterThanOrEqual(withSummary.length * 0.9);
});
