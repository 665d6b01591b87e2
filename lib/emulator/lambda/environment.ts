import type { AccessKey } from "../access-key.ts";
import { localRegion } from "../assembly/identities.ts";
import type { FunctionDefinition } from "./definition.ts";

/** The URLs of the emulated services. */
export interface Endpoints {
  dynamodb: string;
  sqs: string;
  scheduler: string;
  kms: string;
  /** Invoke only. Functions do not get this address. */
  lambda: string;
}

/** What all functions' environment variables have in common. */
export interface EnvironmentSettings {
  endpoints: Endpoints;
  /** Functions sign their calls with it. */
  accessKey: AccessKey;
  /** The start of the template's queue URLs. @default the endpoint of SQS */
  queueUrlBase?: string;
  /** Environment variables that every function gets in addition. @default none */
  variables?: Readonly<Record<string, string>>;
}

/**
 * Returns all environment variables of a function: the template's, those that Lambda reserves, and the URLs of the emulated
 * services. It gets none of this process.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function functionEnvironment(
  definition: FunctionDefinition,
  settings: EnvironmentSettings,
): Record<string, string> {
  const { endpoints, accessKey, queueUrlBase = endpoints.sqs } = settings;
  return {
    ...withQueuesAt(endpoints.sqs, queueUrlBase, definition.environment),
    AWS_ACCESS_KEY_ID: accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: accessKey.secretAccessKey,
    AWS_SESSION_TOKEN: "local",
    AWS_REGION: localRegion,
    AWS_DEFAULT_REGION: localRegion,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    LAMBDA_TASK_ROOT: definition.directory,
    LANG: "en_US.UTF-8",
    PATH: "/usr/local/bin:/usr/bin/:/bin:/opt/bin",
    TZ: ":UTC",
    _HANDLER: definition.handler,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    // Functions must not read the AWS profile of the person who runs them.
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    ...settings.variables,
  };
}

/** The SDK calls a queue at its URL and ignores the endpoint of SQS, so queue URLs must begin with that endpoint. */
function withQueuesAt(
  endpoint: string,
  queueUrlBase: string,
  variables: FunctionDefinition["environment"],
): Record<string, string> {
  const moved = (value: string) =>
    value.startsWith(`${queueUrlBase}/`) ? endpoint + value.slice(queueUrlBase.length) : value;
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, moved(value)]));
}
