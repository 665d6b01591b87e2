import { parseArgs } from "node:util";
import { firstSentence } from "../../../lib/local/start-options.ts";
import { jsonFile, withJsonFile } from "../json-report.ts";

export interface PagesOptions {
  /** Posts in the small table. */
  few: number;
  /** Posts in the large table. */
  many: number;
  /** How often each page is requested from both tables, at least. */
  rounds: number;
  seed: number;
  /** Where the results are also written as JSON: a file, "-" for the standard output, null for nowhere. */
  json: string | null;
}

export const pagesUsage = `Measures the pages of GET /v1/posts in a small and in a large table: npm run bench:pages -- [options]

  --few N        posts in the small table                          (default 1000)
  --posts N      posts in the large table                          (default 100000)
  --rounds N     requests of each page to both tables, at least    (default 5)
  --seed N       the same seed gives the same posts                (default 1)
  --json [FILE]  also prints the results as JSON, or writes them to FILE
  --help         prints this text`;

/** Parses the command line. Throws an Error with a one-line message for an invalid option. */
export function parsePagesOptions(args: readonly string[]): PagesOptions | "help" {
  try {
    const { values } = parseArgs({
      args: withJsonFile(args),
      options: {
        few: { type: "string", default: "1000" },
        posts: { type: "string", default: "100000" },
        rounds: { type: "string", default: "5" },
        seed: { type: "string", default: "1" },
        json: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return "help";
    return {
      few: wholeNumber("--few", values.few, 100, 1_000_000),
      many: wholeNumber("--posts", values.posts, 100, 10_000_000),
      rounds: wholeNumber("--rounds", values.rounds, 1, 1_000),
      seed: wholeNumber("--seed", values.seed, 0, 2 ** 31),
      json: jsonFile(values.json),
    };
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:pages -- --help.`, { cause: error });
  }
}

export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new Error(`${option} "${text}" is invalid: give a whole number from ${min} to ${max}`);
  return number;
}
