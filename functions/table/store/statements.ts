import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { BatchExecuteStatementCommand } from "@aws-sdk/lib-dynamodb";
import { asError } from "../../domain/errors.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";
import { backOff } from "./transaction-retries.ts";

/** A conditional write of one item in PartiQL: of those, one call takes many, each of which stands for itself. */
export interface Statement {
  text: string;
  parameters: readonly unknown[];
}

/** "condition_failed": its condition did not hold, or an item that it would insert stands already. */
type StatementOutcome = "done" | "condition_failed" | Error;

const statementsPerCallMax = 25;
const triesMax = 8;

const conditionFailures = new Set(["ConditionalCheckFailed", "DuplicateItem"]);
/** Nothing speaks against the write but the table's present load, or another write of the item. */
const passing = new Set([
  "InternalServerError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "ThrottlingError",
  "TransactionConflict",
]);

function isPassing(code: string | Error | undefined): boolean {
  return typeof code === "string" && passing.has(code);
}

export function insertStatement(table: Table, item: Item): Statement {
  const names = Object.keys(item);
  const fields = names.map((name) => `'${name}': ?`).join(", ");
  return {
    text: `INSERT INTO "${table.name}" VALUE {${fields}}`,
    parameters: names.map((name) => item[name]),
  };
}

/** Runs writes of different items in as few calls as it takes; answers for each in its place. */
export async function executeAll(
  table: Table,
  statements: readonly Statement[],
): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = statements.map(() => "condition_failed");
  for (let start = 0; start < statements.length; start += statementsPerCallMax) {
    let left = statements
      .slice(start, start + statementsPerCallMax)
      .map((statement, offset) => ({ statement, place: start + offset }));
    for (let tries = 0; left.length > 0; tries += 1) {
      if (tries > 0) await backOff(tries);
      const codes = await execute(
        table,
        left.map(({ statement }) => statement),
      );
      for (const [index, { place }] of left.entries()) outcomes[place] = outcomeOf(codes[index]);
      left = tries < triesMax ? left.filter((_, index) => isPassing(codes[index])) : [];
    }
  }
  return outcomes;
}

/** The error code of each statement, or why no code came; undefined of those that were done. */
async function execute(
  table: Table,
  statements: readonly Statement[],
): Promise<readonly (string | Error | undefined)[]> {
  try {
    const { Responses = [] } = await table.client.send(
      new BatchExecuteStatementCommand({
        Statements: statements.map(({ text, parameters }) => ({
          Statement: text,
          Parameters: [...parameters],
        })),
      }),
    );
    return statements.map((_, index) => Responses[index]?.Error?.Code);
  } catch (error) {
    // Whoever asked decides what an answer that never came means for each.
    if (!(error instanceof DynamoDBServiceException)) return statements.map(() => asError(error));
    const passes = error.$fault === "server" || /Throttl|Throughput|RequestLimit/.test(error.name);
    if (passes) return statements.map(() => "ThrottlingError");
    if (statements.length === 1) return [error.name];
    // The call was refused whole for what is wrong with one of them.
    return (await Promise.all(statements.map((one) => execute(table, [one])))).flat();
  }
}

function outcomeOf(code: string | Error | undefined): StatementOutcome {
  if (code === undefined) return "done";
  if (code instanceof Error) return code;
  return conditionFailures.has(code) ? "condition_failed" : new Error(`a write was not taken: ${code}`);
}
