import { isJsonObject, parseJson, textAt } from "../emulator/json.ts";
import { type Runtime, type RuntimeOptions, startRuntime } from "../emulator/runtime.ts";
import { compileCacheIn } from "./synthesize.ts";

/** The name of the CA that signs the local service's certificate. */
export const caName = "Content Pipeline local CA";

export const localVariables = {
  /** Locally, people try the service with feeds and webhook endpoints on their own machine. */
  LOCAL_ALLOW_LOOPBACK: "1",
  /** A quarter of the 16 batches of a queue that the emulator handles at once on a machine with two processors. */
  ORGANIZATION_PERMITS: "4",
} as const;

/** The variables of this process that let the local functions ask Amazon Bedrock. Without them they have no credentials. */
const bedrockVariables = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_BEARER_TOKEN_BEDROCK"];

export type ServiceRuntimeOptions = Omit<
  RuntimeOptions,
  "variables" | "groupOfBody" | "compileCacheDirectory"
>;

/** Runs this service's template in the emulator. Rejects with an Error of one line when it cannot, as `startRuntime` does. */
export function startServiceRuntime(options: ServiceRuntimeOptions): Promise<Runtime> {
  const given = bedrockVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return startRuntime({
    ...options,
    compileCacheDirectory: compileCacheIn(options.assemblyDirectory),
    variables: { ...localVariables, ...Object.fromEntries(given) },
    groupOfBody,
  });
}

/** The service's messages repeat their message group in their body. */
function groupOfBody(body: string): string | undefined {
  try {
    const content = parseJson(body, "The message");
    return isJsonObject(content) ? textAt(content, "group") : undefined;
  } catch {
    return undefined;
  }
}
