import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { databaseOf, firstSentence } from "../lib/local/start-options.ts";
import { createOrganizationLocally } from "../lib/local/stopped-operator.ts";
import { createOrganizationOnAws } from "../lib/operator-aws.ts";

const USAGE = `The operator's commands: npm run admin -- create-org --name NAME [options]

  --name NAME             the organization's name, 1 to 120 characters
  --state DIR             the local service's state folder, whether it runs or not (default .local)
  --database WHICH        the local service's database, as for npm start           (default dynoxide)
  --function-name NAME    on AWS instead: the output AdminFunctionName of the stack ContentPipelineWorkers,
                          with the credentials and the region of the AWS environment variables or profile`;

try {
  const { positionals, values } = parse(process.argv.slice(2));
  if (values.help) {
    console.log(USAGE);
  } else {
    if (positionals.length !== 1 || positionals[0] !== "create-org")
      throw new Error("Say what to do: npm run admin -- create-org --name NAME (--help tells more).");
    const name = values.name?.trim() ?? "";
    if (name === "" || name.length > 120) throw new Error("--name must have 1 to 120 characters.");
    const functionName = values["function-name"];
    const organization =
      functionName === undefined
        ? await createOrganizationLocally(resolve(values.state), databaseOf(values.database), name)
        : await createOrganizationOnAws(functionName, name);
    console.log(JSON.stringify(organization));
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: "string" },
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
