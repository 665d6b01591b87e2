import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createOrg, type OperatorCommand, replay } from "../lib/local/operator.ts";
import { databaseOf, firstSentence } from "../lib/local/start-options.ts";
import { carryOutLocally } from "../lib/local/stopped-operator.ts";
import { commandOnAws } from "../lib/operator-aws.ts";

const usage = `The operator's commands: npm run admin -- COMMAND [options]

  create-org --name NAME                     creates an organization and prints its first keys
  replay --organization ORG [--webhook WHK]  replays the dead letters of an organization, or of one of its subscriptions,
                                             as POST /v1/webhooks/dead-letters/replay does, and prints how many
                                             there are

  --name NAME             the organization's name, 1 to 120 characters
  --organization ORG      its id, org_…
  --webhook WHK           the subscription's id, whk_…
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

function commandOf(
  positionals: readonly string[],
  { name, organization, webhook }: ReturnType<typeof parse>["values"],
): OperatorCommand<unknown> {
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
  throw new Error(
    "Give a command: npm run admin -- create-org --name NAME, or replay --organization ORG. See npm run admin -- --help.",
  );
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
        state: { type: "string", default: ".local" },
        database: { type: "string", default: "dynoxide" },
        "function-name": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run admin -- --help.`, { cause: error });
  }
}
