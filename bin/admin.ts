import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createOrg, type OperatorCommand, replay, setLimits } from "../lib/local/operator.ts";
import { signInLinkOfRunning } from "../lib/local/sign-in-command.ts";
import { databaseOf, defaultStateFolder, firstSentence } from "../lib/local/start-options.ts";
import { carryOutLocally } from "../lib/local/stopped-operator.ts";
import { commandOnAws } from "../lib/operator-aws.ts";

const usage = `The operator's commands: npm run admin -- COMMAND [options]

  create-org --name NAME                     creates an organization and prints its first keys
  replay --organization ORG [--webhook WHK]  replays the dead letters of an organization, or of one of its subscriptions,
                                             as POST /v1/webhooks/dead-letters/replay does, and prints how many
                                             there are
  set-limits --organization ORG [limits]     sets limits of an organization and prints all of them; without limits,
                                             prints them only
  sign-in-link                               prints a link that opens the dashboard of the running local service, and
                                             signs in as an admin: once, within five minutes

  --name NAME             the organization's name, 1 to 120 characters
  --organization ORG      its id, org_…
  --webhook WHK           the subscription's id, whk_…
  --requests-per-minute N requests per minute over all keys of the organization               (first 1,200)
  --runs-at-once N        runs at the same time; further ones wait                            (first 5)
  --brands N              brands of the organization                                          (first 1,000)
  --pipelines-per-brand N pipelines of one brand                                              (first 100, the most)
  --subscriptions N       webhook subscriptions of the organization                           (first 100, the most)
  --state DIR             the state folder of the local service, which may run or not         (default .local);
                          if it does not run, it delivers the replayed events when it runs again
  --database WHICH        the database of the local service, as for npm start                 (default dynoxide)
  --function-name NAME    runs the command on AWS instead: NAME is the output AdminFunctionName of the stack
                          ContentPipelineWorkers; credentials and region come from the AWS environment variables
                          or profile`;

try {
  const { positionals, values } = parse(process.argv.slice(2));
  if (values.help) {
    console.log(usage);
  } else if (positionals.length === 1 && positionals[0] === "sign-in-link") {
    console.log(await signInLink(values));
  } else {
    const command = commandOf(positionals, values);
    const functionName = values["function-name"];
    const result =
      functionName === undefined
        ? await carryOutLocally(resolve(values.state), databaseOf(values.database), command)
        : await commandOnAws(functionName, command);
    console.log(JSON.stringify(result));
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function signInLink(values: ReturnType<typeof parse>["values"]): Promise<string> {
  if (values["function-name"] !== undefined)
    throw new Error(
      "sign-in-link is for the local service only: on AWS, open the dashboard and sign in with an API key.",
    );
  return signInLinkOfRunning(resolve(values.state));
}

function commandOf(
  positionals: readonly string[],
  values: ReturnType<typeof parse>["values"],
): OperatorCommand<unknown> {
  const { name, organization, webhook } = values;
  const [command, ...others] = positionals;
  if (command === "create-org" && others.length === 0) {
    const trimmed = name?.trim() ?? "";
    if (trimmed === "" || trimmed.length > 120) throw new Error("--name must have 1 to 120 characters.");
    return createOrg(trimmed);
  }
  if (command === "replay" && others.length === 0) {
    if (organization === undefined) throw new Error("replay needs --organization ORG.");
    return replay(organization, webhook);
  }
  if (command === "set-limits" && others.length === 0) {
    if (organization === undefined) throw new Error("set-limits needs --organization ORG.");
    return setLimits(organization, limitsOf(values));
  }
  throw new Error(
    "Give a command: npm run admin -- create-org --name NAME, replay --organization ORG, set-limits --organization ORG, or sign-in-link. See npm run admin -- --help.",
  );
}

/** The limits that are given, by the names of `GET /v1/organization`. */
function limitsOf(values: ReturnType<typeof parse>["values"]): Record<string, number> {
  const given = Object.entries({
    requestsPerMinute: values["requests-per-minute"],
    runsAtOnce: values["runs-at-once"],
    brands: values.brands,
    pipelinesPerBrand: values["pipelines-per-brand"],
    subscriptions: values.subscriptions,
  });
  return Object.fromEntries(
    given.flatMap(([limit, text]) => (text === undefined ? [] : [[limit, wholeNumber(limit, text)]])),
  );
}

function wholeNumber(limit: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${limit} must be a whole number, not ${text}.`);
  return Number(text);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: "string" },
        organization: { type: "string" },
        webhook: { type: "string" },
        "requests-per-minute": { type: "string" },
        "runs-at-once": { type: "string" },
        brands: { type: "string" },
        "pipelines-per-brand": { type: "string" },
        subscriptions: { type: "string" },
        state: { type: "string", default: defaultStateFolder },
        database: { type: "string", default: "dynoxide" },
        "function-name": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run admin -- --help.`, { cause: error });
  }
}
