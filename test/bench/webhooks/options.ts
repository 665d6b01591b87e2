import { parseArgs } from "node:util";
import { firstSentence } from "../../../lib/local/start-options.ts";
import { jsonFile, withJsonFile } from "../json-report.ts";

export interface BenchOptions {
  /** Deliveries a second. */
  rate: number;
  seconds: number;
  endpoints: number;
  /** How many endpoints each event goes to. */
  perEvent: number;
  /** Length of the pass that counts units and calls; 0 leaves it out. */
  countSeconds: number;
  /** Deliveries that wait for an endpoint that never responds; 0 leaves that part out. */
  hanging: number;
  /** Whether that endpoint responds at first, and its deliveries come at once during the measurement. */
  suddenly: boolean;
  /** Whether the state is on a disk. Otherwise it is in memory, if the machine has a file system there. */
  disk: boolean;
  /** Where the results are also written as JSON: a file, "-" for the standard output, null for nowhere. */
  json: string | null;
}

export const benchUsage = `Measures webhook deliveries through the local runtime: npm run bench:webhooks -- [options]

  --rate R             deliveries a second; events are due at fixed times    (default 50)
  --seconds S          length of the measurement                            (default 20)
  --endpoints M        subscriptions                                        (default 50)
  --per-event N        how many subscriptions each event goes to            (default 5)
  --count-seconds S    length of the second pass, which counts units and calls; 0 leaves it out
                                                        (default: as --seconds, at most 10)
  --hanging N          measures once more while N deliveries wait for one endpoint that never responds
                       (leaves the second pass out)
  --suddenly           that endpoint responds quickly at first, and its deliveries come at once when the
                       measurement begins; a measurement with as many for an endpoint that responds comes first
  --disk               keeps the state on a disk; the local database waits for it after each write, which
                       DynamoDB does not                                    (default: in memory)
  --json [FILE]        also prints the results as JSON, or writes them to FILE
  --help               prints this text`;

/** The limit of subscriptions for an organization. */
const perEventMax = 100;

/** Parses the command line. Throws an Error with a one-line message for an invalid option. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | "help" {
  const values = parse(args);
  if (values.help) return "help";
  const endpoints = numberOf("--endpoints", values.endpoints, 1, 1_000);
  const perEvent = numberOf(
    "--per-event",
    values["per-event"] ?? String(Math.min(5, endpoints)),
    1,
    perEventMax,
  );
  if (perEvent > endpoints)
    throw new Error(`--per-event ${perEvent} is more than --endpoints ${endpoints}: give at most that.`);
  const seconds = numberOf("--seconds", values.seconds, 1, 3_600);
  const countSeconds = values["count-seconds"] ?? String(Math.min(seconds, 10));
  const hanging = numberOf("--hanging", values.hanging, 0, 20_000);
  return {
    rate: numberOf("--rate", values.rate, 1, 5_000),
    seconds,
    endpoints,
    perEvent,
    countSeconds: hanging > 0 ? 0 : numberOf("--count-seconds", countSeconds, 0, 3_600),
    hanging,
    suddenly: values.suddenly,
    disk: values.disk,
    json: jsonFile(values.json),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: withJsonFile(args),
      options: {
        rate: { type: "string", default: "50" },
        seconds: { type: "string", default: "20" },
        endpoints: { type: "string", default: "50" },
        "per-event": { type: "string" },
        "count-seconds": { type: "string" },
        hanging: { type: "string", default: "0" },
        suddenly: { type: "boolean", default: false },
        disk: { type: "boolean", default: false },
        json: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:webhooks -- --help.`, { cause: error });
  }
}

function numberOf(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new Error(`${option} "${text}" is invalid: give a whole number from ${min} to ${max}.`);
  return number;
}
