import { parseArgs } from "node:util";
import { firstSentence } from "../../../lib/local/start-options.ts";
import { jsonFile, withJsonFile } from "../json-report.ts";
import { wholeNumber } from "../pages/options.ts";

export interface GetOptions {
  /** Posts in the table. */
  posts: number;
  /** How often each request is sent. */
  requests: number;
  seed: number;
  /** Where the results are also written as JSON: a file, "-" for the standard output, null for nowhere. */
  json: string | null;
}

export const getUsage = `Measures GET requests through the local gateway: npm run bench:get -- [options]

  --posts N      posts in the table                 (default 1000)
  --requests N   how often each request is sent     (default 500)
  --seed N       the same seed gives the same posts (default 1)
  --json [FILE]  also prints the results as JSON, or writes them to FILE
  --help         prints this text`;

/** Parses the command line. Throws an Error with a one-line message for an invalid option. */
export function parseGetOptions(args: readonly string[]): GetOptions | "help" {
  try {
    const { values } = parseArgs({
      args: withJsonFile(args),
      options: {
        posts: { type: "string", default: "1000" },
        requests: { type: "string", default: "500" },
        seed: { type: "string", default: "1" },
        json: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return "help";
    return {
      posts: wholeNumber("--posts", values.posts, 100, 10_000_000),
      requests: wholeNumber("--requests", values.requests, 50, 1_000_000),
      seed: wholeNumber("--seed", values.seed, 0, 2 ** 31),
      json: jsonFile(values.json),
    };
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:get -- --help.`, { cause: error });
  }
}
