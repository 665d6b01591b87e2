import { noTokens } from "../../domain/generator.ts";
import { type Checked, checkAnswer, type Problem } from "./check-answer.ts";
import type { Generate, Generation } from "./generator.ts";
import { itemData } from "./item-data.ts";
import { type Answer, type Ask, askPatiently, type Prompt, tokensAfter } from "./model.ts";
import { charactersThatFit, promptFor } from "./prompt.ts";
import { writeFromTemplate } from "./template.ts";

/** With less time no call is begun. */
const callMsMin = 1_500;
/** A channel that takes fewer characters beside the link leaves nothing for a model to write. */
const charactersMin = 60;
/** An answer is sent back for its repair. A longer one is no post. */
const repairableCharactersMax = 8_000;

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
    if (first.outcome !== "answered") return failed(first, noTokens);
    const check = (answer: unknown) => checkAnswer(answer, { request, item, system: prompt.system, link });
    const checked = check(first.value);
    if (checked.outcome === "accepted") return written(checked, checked.isDoubtful, first.tokens);
    if (leftMs() < callMsMin) return rejected(checked.problems, first.tokens);

    const second = await askPatiently(ask, repairPrompt(prompt, first.value, checked.problems), leftMs());
    const tokens = tokensAfter(first.tokens, second);
    if (second.outcome !== "answered") return rejected(checked.problems, tokens);
    const repaired = check(second.value);
    return repaired.outcome === "accepted"
      ? written(repaired, true, tokens)
      : rejected(repaired.problems, tokens);
  };
}

export const noTime = "The run had no time left for the model.";

function repairPrompt(prompt: Prompt, answer: unknown, problems: readonly Problem[]): Prompt {
  const isSmall = JSON.stringify(answer ?? null).length <= repairableCharactersMax;
  return {
    ...prompt,
    repair: { answer: isSmall ? (answer ?? null) : null, problems: problems.map(({ advice }) => advice) },
  };
}

function written(
  { content }: Extract<Checked, { outcome: "accepted" }>,
  isDoubtful: boolean,
  tokens: Answered["tokens"],
): Generation {
  const isShortened = content.link === null;
  return { outcome: "written", content: { ...content, isShortened }, isDoubtful, tokens };
}

type Answered = Extract<Answer, { outcome: "answered" }>;
type NotWritten = Extract<Generation, { outcome: "not_written" }>;

const notWritten = (
  reason: string,
  { tokens, isDoubtful = false, isLasting = false }: Pick<NotWritten, "tokens"> & Partial<NotWritten>,
): Generation => ({ outcome: "not_written", reason, isDoubtful, isLasting, tokens });

/** An item whose text was rejected twice may be an attack, so a person reads what the template makes of it. */
const rejected = (problems: readonly Problem[], tokens: Answered["tokens"]): Generation =>
  notWritten(`The model's text was rejected: ${problems.map(({ what }) => what).join(", ")}.`, {
    tokens,
    isDoubtful: true,
  });

function failed(answer: Exclude<Answer, { outcome: "answered" }>, before: Answered["tokens"]): Generation {
  const tokens = tokensAfter(before, answer);
  return answer.outcome === "intervened"
    ? notWritten(answer.reason, { tokens, isDoubtful: true })
    : notWritten(answer.reason, { tokens: null, isLasting: answer.kind === "lasting" });
}
