import { LOCAL_REGION } from "../assembly/identities.ts";
import type { FunctionDefinition } from "./definition.ts";

/** Where functions find the emulated services. */
export interface Endpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly scheduler: string;
  readonly kms: string;
  /** Invoke, for the operator's commands; functions do not invoke each other. */
  readonly lambda: string;
}

/**
 * The whole environment of a function's thread: the template's variables, those that Lambda reserves, the addresses of
 * the local services, and nothing of the host's.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function functionEnvironment(
  definition: FunctionDefinition,
  endpoints: Endpoints,
): Record<string, string> {
  return {
    ...definition.environment,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_SESSION_TOKEN: "local",
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
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
    // A person's own AWS profile must not reach in: on Lambda there is none.
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    LOCAL_ALLOW_LOOPBACK: "1",
  };
}
