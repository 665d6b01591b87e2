import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface StartOptions {
  /** An absolute path. */
  stateDirectory: string;
  port: number;
  httpPort: number;
  speed: number;
  database: string;
  reset: boolean;
}

/** In the folder of the project. */
export const defaultStateFolder = ".local";

export const startUsage = `Runs the service on this machine: npm start -- [options]

  --state DIR       the folder of all data                 (default ${defaultStateFolder})
  --port N          HTTPS port, 0 means any free port      (default 8443)
  --http-port N     port of plain HTTP, redirects with 301 (default 8080)
  --speed N         the service's clock runs N times as fast (default 1)
  --database WHICH  dynoxide, dynamodb-local (needs Java 17) or the URL of a DynamoDB (default dynoxide)
  --reset           deletes the service's data in the state folder first
  --help            prints this text`;

const databases = ["dynoxide", "dynamodb-local"];
const speedMax = 100_000;

/** Reads the command line of `npm start`. Throws an Error of one line for an invalid one. */
export function parseStartOptions(args: readonly string[]): StartOptions | "help" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.state === "") throw new Error("--state is empty: name a folder.");
  if (values.port === values["http-port"] && values.port !== "0")
    throw new Error(`--port and --http-port are both ${values.port}: choose two ports.`);
  return {
    stateDirectory: resolve(values.state),
    port: portOf("--port", values.port),
    httpPort: portOf("--http-port", values["http-port"]),
    speed: speedOf(values.speed),
    database: databaseOf(values.database),
    reset: values.reset,
  };
}

/** Reads `--database`, which is also an option of the operator's command. */
export function databaseOf(text: string): string {
  if (databases.includes(text) || (/^https?:\/\//.test(text) && URL.canParse(text))) return text;
  throw new Error(
    `--database "${text}" is unknown: choose dynoxide, dynamodb-local or a URL such as http://localhost:8000.`,
  );
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        state: { type: "string", default: defaultStateFolder },
        port: { type: "string", default: "8443" },
        "http-port": { type: "string", default: "8080" },
        speed: { type: "string", default: "1" },
        database: { type: "string", default: "dynoxide" },
        reset: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm start -- --help.`, { cause: error });
  }
}

/** Returns the message of parseArgs without its advice on positional arguments. */
export function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(/\s+/g, " ")
    .replace(/(\.|') (?:To specify|This command|Did you forget).*$/, "$1")
    .replace(/[^.]$/, "$&.");
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`${option} "${text}" is not a port: choose a number from 0 (any free port) to 65535.`);
  return port;
}

function speedOf(text: string): number {
  const speed = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || !(speed > 0) || speed > speedMax)
    throw new Error(`--speed "${text}" is not a speed: choose a number above 0 and up to ${speedMax}.`);
  return speed;
}
