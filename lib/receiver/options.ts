import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { firstSentence } from "../local/start-options.ts";

export interface ReceiverOptions {
  port: number;
  /** null: signatures are not checked. */
  secret: string | null;
  /** So many attempts of each delivery are answered with 500. */
  failures: number;
  slowMs: number;
  showsBody: boolean;
  /** Absolute. */
  stateDirectory: string;
}

export const receiverUsage = `Receives webhooks of the local service and shows them: npm run receiver -- [options]

  --port N     HTTPS port on this machine, 0 is any free one   (default 9443)
  --secret S   the subscription's secret: what does not verify is answered with 401
  --fail N     answers 500 to the first N attempts of each delivery (default 0)
  --slow MS    waits so long before it answers; past 10000 the service gives up (default 0)
  --body       prints the bodies too
  --state DIR  the state folder of the local service            (default .local)
  --help       this text`;

const secretCharactersMax = 255;
const portMax = 65_535;
const failuresMax = 1_000;
const slowMsMax = 600_000;

/** Reads the command line of `npm run receiver`. Throws an Error of one line for what it does not understand. */
export function parseReceiverOptions(args: readonly string[]): ReceiverOptions | "help" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.state === "") throw new Error("--state is empty: give the state folder of the local service.");
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
    throw new Error(`${option} "${text}" does not fit: give a whole number from 0 to ${max}.`);
  return Number(text);
}

function secretOf(text: string): string {
  if (text === "" || text.length > secretCharactersMax)
    throw new Error(`--secret must have 1 to ${secretCharactersMax} characters, and has ${text.length}.`);
  return text;
}
