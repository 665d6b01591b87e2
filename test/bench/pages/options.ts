import { parseArgs } from "node:util";
import { firstSentence } from "../../../lib/local/start-options.ts";

export interface PagesOptions {
  /** Posts in the one table and in the other. */
  readonly few: number;
  readonly many: number;
  /** How often each page is asked of both, at least. */
  readonly rounds: number;
  readonly seed: number;
  /** Where the figures go as JSON besides the tables: a file, "-" for the output, null for nowhere. */
  readonly json: string | null;
}

export const PAGES_USAGE = `Measures the pages of GET /v1/posts in a small and in a large table: npm run bench:pages -- [options]

  --few N        posts in the small table                          (default 1000)
  --posts N      posts in the large table                          (default 100000)
  --rounds N     how often each page is asked of both, at least    (default 5)
  --seed N       the same seed gives the same posts                (default 1)
  --json [FILE]  the figures as JSON too, on the output or in FILE
  --help         this text`;

/** Reads the command line. Throws an Error of one line for what it does not understand. */
export function parsePagesOptions(args: readonly string[]): PagesOptions | "help" {
  const bare = (arg: string, index: number) =>
    arg === "--json" && (args[index + 1] ?? "--").startsWith("--") ? "--json=-" : arg;
  try {
    const { values } = parseArgs({
      args: args.map(bare),
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
    if (values.json === "")
      throw new Error("--json has an empty file name: give one, or none for the output");
    return {
      few: wholeNumber("--few", values.few, 100, 1_000_000),
      many: wholeNumber("--posts", values.posts, 100, 10_000_000),
      rounds: wholeNumber("--rounds", values.rounds, 1, 1_000),
      seed: wholeNumber("--seed", values.seed, 0, 2 ** 31),
      json: values.json ?? null,
    };
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:pages -- --help.`, { cause: error });
  }
}

export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new Error(`${option} "${text}" is not taken: give a whole number from ${least} to ${most}`);
  return number;
}
