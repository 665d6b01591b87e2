import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createOrg, type OperatorCommand, replay } from "../lib/local/operator.ts";
import { databaseOf, firstSentence } from "../lib/local/start-options.ts";
import { commandLocally } from "../lib/local/stopped-operator.ts";
import { commandOnAws } from "../lib/operator-aws.ts";

const USAGE = `The operator's commands: npm run admin -- COMMAND [options]

  create-org --name NAME                     makes an organization and prints its first keys
  replay --organization ORG [--webhook WHK]  puts the dead letters of an organization, or of one of its subscriptions,
                                             back into delivery, as POST /v1/webhooks/dead-letters/replay does, and
                                             prints how many there are

  --name NAME             the organization's name, 1 to 120 characters
  --organization ORG      its id, org_…
  --webhook WHK           the subscription's id, whk_…
  --state DIR             the local service's state folder, whether it runs or not (default .local); what is replayed
                          while it does not run is delivered when it runs again
  --database WHICH        the local service's database, as for npm start           (default dynoxide)
  --function-name NAME    on AWS instead: the output AdminFunctionName of the stack ContentPipelineWorkers,
                          with the credentials and the region of the AWS environment variables or profile`;

try {
  const { positionals, values } = parse(process.argv.slice(2));
  if (values.help) {
    console.log(USAGE);
  } else {
    const asked = commandOf(positionals, values);
    const functionName = values["function-name"];
    const done =
      functionName === undefined
        ? await commandLocally(resolve(values.state), databaseOf(values.database), asked)
        : await commandOnAws(functionName, asked);
    console.log(JSON.stringify(done));
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
  const [what, ...others] = positionals;
  if (what === "create-org" && others.length === 0) {
    const trimmed = name?.trim() ?? "";
    if (trimmed === "" || trimmed.length > 120) throw new Error("--name must have 1 to 120 characters.");
    return createOrg(trimmed);
  }
  if (what === "replay" && others.length === 0) {
    if (organization === undefined) throw new Error("Say whose dead letters: --organization ORG.");
    return replay(organization, webhook);
  }
  throw new Error(
    "Say what to do: npm run admin -- create-org --name NAME, or replay --organization ORG (--help tells more).",
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
