import { parseArgs } from "node:util";
import { channelNames } from "../../functions/domain/channel.ts";
import { graphemeCount } from "../../functions/domain/text-length.ts";
import { writeFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { storyItems } from "../support/pipeline/story-items.ts";

const help = `Prints texts of the template generator, for a person to read: npm run print:texts -- [options]

  --count 50   how many texts, spread over the languages and over the ways in which feeds present a story
  --help`;

const { values } = parseArgs({
  options: { count: { type: "string", default: "50" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(help);
  process.exit();
}

const count = Math.min(storyItems.length, Number(values.count));
// A step that is prime to the 500 items visits each of them once, in all stories and shapes.
const step = 131;
for (let index = 0; index < count; index += 1) {
  const told = storyItems[(index * step) % storyItems.length];
  if (told === undefined) continue;
  const { story, shape, item } = told;
  const text = writeFromTemplate({
    candidate: { item, score: 0.5, topics: [], sources: [item.source], members: [item] },
    brand: { voice: null, hashtags: [], utm: {} },
    fits: (content) => graphemeCount(content.text) <= 280,
    channel: channelNames[index % channelNames.length] ?? "feed",
    variant: Math.floor(index / channelNames.length),
    avoid: [],
  }).text;
  console.log(`${index + 1}. ${story.language}, ${shape}`);
  console.log(`   title:   ${item.title}`);
  console.log(`   summary: ${item.summary.replaceAll("\n", " ¶ ")}`);
  console.log(`   text:    ${text}\n`);
}
