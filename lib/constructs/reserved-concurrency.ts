import type { Construct } from "constructs";

/**
 * Reads how many executions the account keeps for a function from the context: `-c relayConcurrency=…` for the relay,
 * `-c apiConcurrency=…` for the function of each endpoint. Without it none are reserved, because a new account has only
 * ten in all, and Lambda accepts no reservation that leaves fewer than 100 for all other functions.
 * @throws when the value is not a positive integer
 */
export function reservedConcurrency(
  scope: Construct,
  name: "relayConcurrency" | "apiConcurrency",
): number | undefined {
  const given: unknown = scope.node.tryGetContext(name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`-c ${name}=${JSON.stringify(given)}: give 1 or more`);
  return value;
}
