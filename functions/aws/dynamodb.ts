import { randomUUID } from "node:crypto";
import type {
  BatchExecuteStatementCommandInput,
  BatchExecuteStatementCommandOutput,
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { trusted } from "../domain/trusted.ts";
import { AwsError } from "./aws-error.ts";
import { type AwsOptions, type Client, type Operation, openService } from "./aws-json.ts";
import { fromDynamoDb, type Shape, toDynamoDb } from "./dynamodb-json.ts";

type Output<Command> = Omit<Command, "$metadata">;

/** The operations that the service uses, and Scan for its tests. Inputs and outputs are those of the AWS SDK's document client. */
interface Operations {
  BatchExecuteStatement: Operation<
    BatchExecuteStatementCommandInput,
    Output<BatchExecuteStatementCommandOutput>
  >;
  BatchGetItem: Operation<BatchGetCommandInput, Output<BatchGetCommandOutput>>;
  BatchWriteItem: Operation<BatchWriteCommandInput, Output<BatchWriteCommandOutput>>;
  DeleteItem: Operation<DeleteCommandInput, Output<DeleteCommandOutput>>;
  GetItem: Operation<GetCommandInput, Output<GetCommandOutput>>;
  PutItem: Operation<PutCommandInput, Output<PutCommandOutput>>;
  Query: Operation<QueryCommandInput, Output<QueryCommandOutput>>;
  Scan: Operation<ScanCommandInput, Output<ScanCommandOutput>>;
  TransactWriteItems: Operation<TransactWriteCommandInput, Output<TransactWriteCommandOutput>>;
  UpdateItem: Operation<UpdateCommandInput, Output<UpdateCommandOutput>>;
}

export type OperationName = keyof Operations;

export type DynamoDb = Client<Operations>;

const write: Shape = { Key: "item", Item: "item", ExpressionAttributeValues: "item", Attributes: "item" };
const read: Shape = {
  ExpressionAttributeValues: "item",
  ExclusiveStartKey: "item",
  Items: { each: "item" },
  LastEvaluatedKey: "item",
};
const keysByTable: Shape = { each: { Keys: { each: "item" } } };
const writesByTable: Shape = { each: { each: { PutRequest: write, DeleteRequest: write } } };
const failure: Shape = { Item: "item" };

/** Where the inputs and outputs of the operations hold items. */
const shapes: Readonly<Record<OperationName, Shape>> = {
  BatchExecuteStatement: {
    Statements: { each: { Parameters: { each: "value" } } },
    Responses: { each: { Item: "item", Error: failure } },
  },
  BatchGetItem: {
    RequestItems: keysByTable,
    Responses: { each: { each: "item" } },
    UnprocessedKeys: keysByTable,
  },
  BatchWriteItem: { RequestItems: writesByTable, UnprocessedItems: writesByTable },
  DeleteItem: write,
  GetItem: write,
  PutItem: write,
  Query: read,
  Scan: read,
  TransactWriteItems: {
    TransactItems: { each: { Put: write, Update: write, Delete: write, ConditionCheck: write } },
  },
  UpdateItem: write,
};

/** Opens DynamoDB. The SDK's document client does the same, and takes three times as long to load (docs/adr/0029-small-aws-client.md). */
export function openDynamoDb(options: AwsOptions = {}): DynamoDb {
  const call = openService({ name: "dynamodb", targetPrefix: "DynamoDB_20120810" }, options);
  return {
    async send(operation, input) {
      // A transaction whose response was lost is repeated: with the same token it is stored once.
      const content =
        operation === "TransactWriteItems" ? { ClientRequestToken: randomUUID(), ...input } : input;
      const shape = shapes[operation];
      return trusted(fromDynamoDb(shape, await call(operation, toDynamoDb(shape, content))));
    },
  };
}

/** Whether a write was not stored because its condition failed. */
export function isConditionFailure(error: unknown): error is AwsError {
  return error instanceof AwsError && error.name === "ConditionalCheckFailedException";
}

/** Returns the stored item that failed a condition; undefined if there is none, or if the write did not ask for it. */
export function itemOfFailure({ body }: AwsError): Record<string, unknown> | undefined {
  return trusted<CancellationReason>(fromDynamoDb(failure, body)).Item;
}

/** Why a write of a transaction was not stored. */
interface CancellationReason {
  /** "None" for a write that did not cause it. */
  Code?: string;
  /** The stored item that failed the condition of this write. */
  Item?: Record<string, unknown>;
}

/** Returns the reason of each write of a transaction that was cancelled, in their order; null for any other error. */
export function cancellationReasonsOf(error: unknown): readonly CancellationReason[] | null {
  if (!(error instanceof AwsError) || error.name !== "TransactionCanceledException") return null;
  const { CancellationReasons = [] } = trusted<{ CancellationReasons?: CancellationReason[] }>(
    fromDynamoDb({ CancellationReasons: { each: failure } }, error.body),
  );
  return CancellationReasons;
}
