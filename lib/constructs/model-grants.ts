import { Aws, Validations } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Grant } from "./grants.ts";

const anyRegion = `arn:${Aws.PARTITION}:bedrock:*::foundation-model`;
const here = `arn:${Aws.PARTITION}:bedrock:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
const guardrails = `${here}:guardrail/*`;

/**
 * Allows to ask models of Amazon Bedrock, and to apply the account's guardrails to what they read and write. The context
 * `-c bedrockModels=…` lists the ids of models and inference profiles, separated by commas; `none` allows no model. Without
 * it every model is allowed that the account has access to. An inference profile asks its models in other regions too.
 * @throws when an id has characters that no id has
 */
export function modelGrants(scope: Construct): Grant[] {
  const ids = allowedModels(scope);
  if (ids.length === 0) return [];
  return [
    {
      actions: ["bedrock:InvokeModel"],
      resources: ids.flatMap((id) => [`${anyRegion}/${foundationOf(id)}`, `${here}:inference-profile/${id}`]),
    },
    { actions: ["bedrock:ApplyGuardrail"], resources: [guardrails] },
  ];
}

/** Says to cdk-nag why the resources have wildcards. */
export function acknowledgeModelGrants(worker: Construct): void {
  const reason =
    "Customers choose the model and the guardrail of a pipeline. An inference profile asks its model in several regions.";
  for (const resource of modelGrants(worker).flatMap(({ resources }) => resources)) {
    if (!resource.includes("*")) continue;
    const named = resource
      .replaceAll(Aws.PARTITION, "<AWS::Partition>")
      .replaceAll(Aws.REGION, "<AWS::Region>")
      .replaceAll(Aws.ACCOUNT_ID, "<AWS::AccountId>");
    Validations.of(worker).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason });
  }
}

function allowedModels(scope: Construct): string[] {
  const given: unknown = scope.node.tryGetContext("bedrockModels");
  if (given === undefined) return ["*"];
  if (given === "none") return [];
  const ids = typeof given === "string" ? given.split(",") : [""];
  const wrong = ids.find((id) => !/^[a-z0-9][a-zA-Z0-9._:-]*$/.test(id));
  if (wrong !== undefined)
    throw new Error(
      `-c bedrockModels: ${JSON.stringify(wrong)} is no id of a model or of an inference profile`,
    );
  return ids;
}

/** The model of an inference profile: eu.amazon.nova-lite-v1:0 asks amazon.nova-lite-v1:0. */
function foundationOf(id: string): string {
  return id.replace(/^(?:global|us-gov|us|eu|apac|jp|au|ca)\./, "");
}
