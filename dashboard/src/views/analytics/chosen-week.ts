import { mondayOf } from "../../text/weeks.ts";
import { weekAfter, weekAt, weeksBackTo } from "./week-steps.ts";

/** Two years of weeks are enough to choose from. */
const choicesMax = 104;

interface WeekChoice {
  week: string;
  /** The weeks to choose from, the present one first. */
  choices: string[];
  previous: string | undefined;
  next: string | undefined;
  /** Whether the address names a week that the brand does not have. */
  isReplaced: boolean;
}

/**
 * The week that an address names, if the brand has it: from the week in which the brand was made to the present one.
 * Otherwise the last week that has ended.
 */
export function weekChoice(
  asked: string | undefined,
  { createdAt, timezone }: { createdAt: string; timezone: string },
  nowMs: number,
): WeekChoice {
  const first = weekAt(Date.parse(createdAt), timezone);
  const present = weekAt(nowMs, timezone);
  const isValid = asked !== undefined && mondayOf(asked) !== undefined && asked >= first && asked <= present;
  const ended = weekAfter(present, -1);
  const week = isValid ? asked : ended >= first ? ended : present;
  const choices = weeksBackTo(first, present, choicesMax);
  return {
    week,
    choices: choices.includes(week) ? choices : [...choices, week],
    previous: week > first ? weekAfter(week, -1) : undefined,
    next: week < present ? weekAfter(week) : undefined,
    isReplaced: asked !== undefined && !isValid,
  };
}
