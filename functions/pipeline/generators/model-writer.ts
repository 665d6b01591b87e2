import { fieldOf } from "../../domain/field-of.ts";
import { addTokens, type TokenCount } from "../../domain/generator.ts";
import { type Checked, checkAnswer, type Problem } from "./check-answer.ts";
import type { Generate, Generation } from "./generator.ts";
import { itemData } from "./item-data.ts";
import { type Answer, type Ask, askPatiently, type Prompt } from "./model.ts";
import { charactersThatFit, promptFor } from "./prompt.ts";
import { asList } from "./read-answer.ts";
import { writeFromTemplate } from "./template.ts";

/** A call is made only if it has at least this time. */
const callMsMin = 1_500;
/** If fewer characters fit beside the link, a model has no room to write. */
const charactersMin = 60;
/** So much of each text of a rejected answer is sent back for its repair. */
const repairedCharactersMax = 8_000;
const repairedHashtagsMax = 10;

/**
 * Returns the generator that lets a model write. The item reaches the model as delimited data only. Its answer is checked,
 * repaired once by the model, and otherwise rejected with the reason.
 */
export function modelWriter(ask: Ask): Generate {
  return async (request, timeLimitMs) => {
    const endsAtMs = performance.now() + timeLimitMs;
    const { link } = writeFromTemplate(request);
    const charactersFit = charactersThatFit(request.fits, link);
    if (charactersFit < charactersMin)
      return notWritten("The channel leaves no room beside the link.", { tokens: null });
    const item = itemData(request.candidate.item);
    const prompt = promptFor(request, item, charactersFit);
    const leftMs = () => endsAtMs - performance.now();
    if (leftMs() < callMsMin) return notWritten(noTime, { tokens: null });

    const first = await askPatiently(ask, prompt, leftMs());
    if (first.outcome !== "answered") return failed(first);
    const check = (answer: unknown) => checkAnswer(answer, { request, item, system: prompt.system, link });
    const checked = check(first.value);
    if (checked.outcome === "accepted") return written(checked, checked.isDoubtful, first.tokens);
    if (leftMs() < callMsMin) return rejected(checked.problems, first.tokens);

    const second = await askPatiently(ask, repairPrompt(prompt, first.value, checked.problems), leftMs());
    const tokens = second.outcome === "failed" ? first.tokens : addTokens(first.tokens, second.tokens);
    if (second.outcome !== "answered") return rejected(checked.problems, tokens);
    const repaired = check(second.value);
    return repaired.outcome === "accepted"
      ? written(repaired, true, tokens)
      : rejected(repaired.problems, tokens);
  };
}

export const noTime = "The run had no time left for the model.";

const shortened = (value: unknown) =>
  typeof value === "string" ? value.slice(0, repairedCharactersMax).toWellFormed() : "";

function repairPrompt(prompt: Prompt, rejectedAnswer: unknown, problems: readonly Problem[]): Prompt {
  const answer = {
    text: shortened(fieldOf(rejectedAnswer, "text")),
    hashtags: asList(fieldOf(rejectedAnswer, "hashtags")).slice(0, repairedHashtagsMax).map(shortened),
  };
  return { ...prompt, repair: { answer, problems: problems.map(({ advice }) => advice) } };
}

function written(
  { content }: Extract<Checked, { outcome: "accepted" }>,
  isDoubtful: boolean,
  tokens: TokenCount,
): Generation {
  const isShortened = content.link === null;
  return { outcome: "written", content: { ...content, isShortened }, isDoubtful, tokens };
}

type NotWritten = Extract<Generation, { outcome: "not_written" }>;

const notWritten = (
  reason: string,
  { tokens, isDoubtful = false, isLasting = false }: Pick<NotWritten, "tokens"> & Partial<NotWritten>,
): Generation => ({ outcome: "not_written", reason, isDoubtful, isLasting, tokens });

/** An item whose text was rejected twice may be an attack, so a person reads what the template makes of it. */
const rejected = (problems: readonly Problem[], tokens: TokenCount): Generation =>
  notWritten(`The model's text was rejected: ${problems.map(({ what }) => what).join(", ")}.`, {
    tokens,
    isDoubtful: true,
  });

function failed(answer: Exclude<Answer, { outcome: "answered" }>): Generation {
  return answer.outcome === "intervened"
    ? notWritten(answer.reason, { tokens: answer.tokens, isDoubtful: true })
    : notWritten(answer.reason, { tokens: null, isLasting: answer.kind === "lasting" });
}
