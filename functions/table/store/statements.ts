import { AwsError } from "../../aws/aws-error.ts";
import { asError } from "../../domain/errors.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";
import { backOff } from "./transaction-retries.ts";

/**
 * A conditional write of one item, in PartiQL. One call takes many statements, and each succeeds or fails on its own.
 */
export interface Statement {
  text: string;
  parameters: readonly unknown[];
}

/** "condition_failed": the condition of an update failed, or an item to insert exists already. */
type StatementOutcome = "done" | "condition_failed" | Error;

const statementsPerCallMax = 25;
const triesMax = 8;

const conditionFailures = new Set(["ConditionalCheckFailed", "DuplicateItem"]);
/** Caused by the table's load or by another write of the same item: a later try can succeed. */
const transientErrors = new Set([
  "InternalServerError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "ThrottlingError",
  "TransactionConflict",
]);

function isTransient(code: string | Error | undefined): boolean {
  return typeof code === "string" && transientErrors.has(code);
}

/** Inserts an item. Its condition fails if the item exists. */
export function insertStatement(table: Table, item: Item): Statement {
  const names = Object.keys(item);
  const fields = names.map((name) => `'${name}': ?`).join(", ");
  return {
    text: `INSERT INTO "${table.name}" VALUE {${fields}}`,
    parameters: names.map((name) => item[name]),
  };
}

/**
 * Executes writes of different items in as few calls as possible.
 * @returns the outcome of each statement, in the order of the statements
 */
export async function executeAll(
  table: Table,
  statements: readonly Statement[],
): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = statements.map(() => "condition_failed");
  for (let start = 0; start < statements.length; start += statementsPerCallMax) {
    let left = statements
      .slice(start, start + statementsPerCallMax)
      .map((statement, offset) => ({ statement, index: start + offset }));
    for (let tries = 0; left.length > 0; tries += 1) {
      if (tries > 0) await backOff(tries);
      const codes = await execute(
        table,
        left.map(({ statement }) => statement),
      );
      for (const [position, { index }] of left.entries()) outcomes[index] = outcomeOf(codes[position]);
      left = tries < triesMax ? left.filter((_, position) => isTransient(codes[position])) : [];
    }
  }
  return outcomes;
}

/**
 * Returns the error code of each statement, or the error if no response came; undefined for a statement that succeeded.
 */
async function execute(
  table: Table,
  statements: readonly Statement[],
): Promise<readonly (string | Error | undefined)[]> {
  try {
    const { Responses = [] } = await table.client.send("BatchExecuteStatement", {
      Statements: statements.map(({ text, parameters }) => ({
        Statement: text,
        Parameters: [...parameters],
      })),
    });
    return statements.map((_, index) => Responses[index]?.Error?.Code);
  } catch (error) {
    // Without a response it is unknown which statements were executed. The caller decides what that means.
    if (!(error instanceof AwsError)) return statements.map(() => asError(error));
    const isPassing = error.status >= 500 || /Throttl|Throughput|RequestLimit/.test(error.name);
    if (isPassing) return statements.map(() => "ThrottlingError");
    if (statements.length === 1) return [error.name];
    // One invalid statement makes the whole call fail: execute each on its own.
    return (await Promise.all(statements.map((one) => execute(table, [one])))).flat();
  }
}

function outcomeOf(code: string | Error | undefined): StatementOutcome {
  if (code === undefined) return "done";
  if (code instanceof Error) return code;
  if (conditionFailures.has(code)) return "condition_failed";
  return Object.assign(new Error(`a write failed: ${code}`), { name: code });
}
