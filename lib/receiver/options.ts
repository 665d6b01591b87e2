import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { firstSentence } from "../local/start-options.ts";

export interface ReceiverOptions {
  port: number;
  /** null: signatures are not checked. */
  secret: string | null;
  /** How many attempts of each delivery get the response 500. */
  failures: number;
  slowMs: number;
  showsBody: boolean;
  /** An absolute path. */
  stateDirectory: string;
}

export const receiverUsage = `Receives webhooks of the local service and shows them: npm run receiver -- [options]

  --port N     HTTPS port on this machine, 0 means any free port (default 9443)
  --secret S   the subscription's secret: an invalid signature gets the response 401
  --fail N     responds with 500 to the first N attempts of each delivery (default 0)
  --slow MS    waits before it responds; after 10000 the attempt times out (default 0)
  --body       prints the bodies
  --state DIR  the state folder of the local service            (default .local)
  --help       prints this text`;

const secretCharactersMax = 255;
const portMax = 65_535;
const failuresMax = 1_000;
const slowMsMax = 600_000;

/** Reads the command line of `npm run receiver`. Throws an Error of one line for an invalid one. */
export function parseReceiverOptions(args: readonly string[]): ReceiverOptions | "help" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.state === "") throw new Error("--state is empty: name the state folder of the local service.");
  return {
    port: wholeNumber("--port", values.port, portMax),
    secret: values.secret === undefined ? null : secretOf(values.secret),
    failures: wholeNumber("--fail", values.fail, failuresMax),
    slowMs: wholeNumber("--slow", values.slow, slowMsMax),
    showsBody: values.body,
    stateDirectory: resolve(values.state),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "9443" },
        secret: { type: "string" },
        fail: { type: "string", default: "0" },
        slow: { type: "string", default: "0" },
        body: { type: "boolean", default: false },
        state: { type: "string", default: ".local" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run receiver -- --help.`, { cause: error });
  }
}

function wholeNumber(option: string, text: string, max: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > max)
    throw new Error(`${option} "${text}" does not fit: choose a whole number from 0 to ${max}.`);
  return Number(text);
}

function secretOf(text: string): string {
  if (text === "" || text.length > secretCharactersMax)
    throw new Error(`--secret must have 1 to ${secretCharactersMax} characters, and has ${text.length}.`);
  return text;
}
