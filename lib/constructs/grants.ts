import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { TableAction } from "../../functions/contract/route.ts";
import type { DataStack } from "../stacks/data.ts";

/** What a function may do: literal actions on literal resources. */
export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function allow({ actions, resources, conditions }: Grant): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(conditions === undefined ? {} : { conditions }),
  });
}

/** The given actions on the table; a query may also read the indexes, each by its own name. */
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

/** `seal`: encrypt under data keys of the service's key, and read what was sealed. `open`: read only. */
export function secretsGrant(data: DataStack, what: "seal" | "open"): Grant {
  return {
    actions: what === "seal" ? ["kms:Decrypt", "kms:GenerateDataKey"] : ["kms:Decrypt"],
    resources: [data.secretsKey.keyArn],
  };
}
