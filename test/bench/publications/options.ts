import { parseArgs } from "node:util";
import { firstSentence } from "../../../lib/local/start-options.ts";
import { jsonFile, withJsonFile } from "../json-report.ts";
import { wholeNumber } from "../pages/options.ts";

export interface PublicationsOptions {
  /** Posts in all. */
  posts: number;
  /** Posts of each connection to Discord. The connections to endpoints share the others. */
  discordPosts: number;
  /** The time over which the posts are due; 0 for all at the same moment. */
  seconds: number;
  /** How long after they are stored they are due. After more than 15 minutes they wait in one-shot schedules. 0: soon. */
  minutesAhead: number;
  /** How many times as fast the service's clock runs until shortly before the posts are due. */
  speed: number;
  /** Where the results are also written as JSON: a file, "-" for the standard output, null for nowhere. */
  json: string | null;
}

/** Storing many posts takes a while, and then still all of them must be due in more than 15 minutes. */
const minutesAheadMin = 20;

/** How many connections there are to each kind of platform. */
export const connectionsOfKind = 10;

export const publicationsUsage = `Measures publications through the local runtime: npm run bench:publications -- [options]

  --posts N          posts over 20 connections: 10 to endpoints, 10 to Discord         (default 1000)
  --discord-posts N  posts of each connection to Discord, which takes 25 in a minute   (default 8)
  --seconds S        the time over which they are due, evenly; 0: at the same moment   (default 60)
  --minutes-ahead M  they are due M minutes later, from 20 on: they wait in schedules  (default 0: soon)
  --speed N          the service's clock runs N times as fast while they wait          (default 20)
  --json [FILE]      also prints the results as JSON, or writes them to FILE
  --help             prints this text`;

/** Parses the command line. Throws an Error with a one-line message for an invalid option. */
export function parsePublicationsOptions(args: readonly string[]): PublicationsOptions | "help" {
  try {
    const { values } = parseArgs({
      args: withJsonFile(args),
      options: {
        posts: { type: "string", default: "1000" },
        "discord-posts": { type: "string", default: "8" },
        seconds: { type: "string", default: "60" },
        "minutes-ahead": { type: "string", default: "0" },
        speed: { type: "string", default: "20" },
        json: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return "help";
    const posts = wholeNumber("--posts", values.posts, 1, 100_000);
    return {
      posts,
      discordPosts: wholeNumber(
        "--discord-posts",
        values["discord-posts"],
        0,
        Math.floor(posts / connectionsOfKind),
      ),
      seconds: wholeNumber("--seconds", values.seconds, 0, 600),
      minutesAhead:
        values["minutes-ahead"] === "0"
          ? 0
          : wholeNumber("--minutes-ahead", values["minutes-ahead"], minutesAheadMin, 1_440),
      speed: wholeNumber("--speed", values.speed, 1, 10_000),
      json: jsonFile(values.json),
    };
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:publications -- --help.`, { cause: error });
  }
}
