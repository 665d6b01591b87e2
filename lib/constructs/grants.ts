import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { TableAction } from "../../functions/contract/route.ts";
import type { DataStack } from "../stacks/data.ts";

/** What a role allows: literal actions on literal resources. */
export interface Grant {
  actions: readonly string[];
  resources: readonly string[];
  conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The grant as a statement of an IAM policy. */
export function allow({ actions, resources, conditions }: Grant): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(conditions === undefined ? {} : { conditions }),
  });
}

/** Allows these actions on the table. `Query` includes the table's indexes, each by its name. */
export function tableGrants(data: DataStack, actions: readonly (TableAction | "BatchWriteItem")[]): Grant[] {
  const tableArn = data.table.tableArn;
  const queried = actions.filter((action) => action === "Query");
  return [
    { actions: actions.map((action) => `dynamodb:${action}`).toSorted(), resources: [tableArn] },
    {
      actions: queried.map((action) => `dynamodb:${action}`),
      resources: data.indexNames.map((name) => `${tableArn}/index/${name}`),
    },
  ];
}

/** `seal` allows to create data keys and to decrypt them with the service's key, `open` only to decrypt them. */
export function secretsGrant(data: DataStack, what: "seal" | "open"): Grant {
  return {
    actions: what === "seal" ? ["kms:Decrypt", "kms:GenerateDataKey"] : ["kms:Decrypt"],
    resources: [data.secretsKey.keyArn],
  };
}
