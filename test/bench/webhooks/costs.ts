import type { OperationCount, OperationCounts } from "./counting-proxy.ts";

/** The average cost of one delivery. */
export interface Costs {
  deliveries: number;
  /** Offered deliveries a second. At a higher rate more deliveries share a call. */
  rate: number;
  storing: TableCosts;
  /** The same changes without their events. */
  change: TableCosts;
  /** All work of the service after the event is stored. */
  after: TableCosts;
  sqsCalls: { send: number; receive: number; delete: number; other: number; emptyReceive: number };
}

interface TableCosts {
  writeUnits: number;
  readUnits: number;
  calls: number;
  byOperation: Record<string, OperationCount>;
}

/** Divides the counts by the number of deliveries. */
export function costsOf(
  counts: { storing: OperationCounts; after: OperationCounts; sqs: OperationCounts },
  change: TableCosts,
  { deliveries, rate }: { deliveries: number; rate: number },
): Costs {
  const calls = (isWanted: (name: string) => boolean) =>
    Object.entries(counts.sqs).reduce(
      (sum, [name, operation]) => (isWanted(name) ? sum + operation.calls - operation.withoutEffect : sum),
      0,
    ) / deliveries;
  const known = ["SendMessage", "ReceiveMessage", "DeleteMessage"];
  const emptyReceives = counts.sqs["ReceiveMessage"]?.withoutEffect ?? 0;
  return {
    deliveries,
    rate,
    storing: tableCosts(counts.storing, deliveries),
    change,
    after: tableCosts(counts.after, deliveries),
    sqsCalls: {
      send: calls((name) => name.startsWith("SendMessage")),
      receive: calls((name) => name.startsWith("ReceiveMessage")),
      delete: calls((name) => name.startsWith("DeleteMessage")),
      other: calls((name) => !known.some((one) => name.startsWith(one))),
      emptyReceive: emptyReceives / deliveries,
    },
  };
}

/** The average costs of one delivery in calls of the table. */
export function tableCosts(counts: OperationCounts, deliveries: number): TableCosts {
  const sum = (field: "calls" | "writeUnits" | "readUnits") =>
    Object.values(counts).reduce((total, operation) => total + operation[field], 0) / deliveries;
  return {
    writeUnits: sum("writeUnits"),
    readUnits: sum("readUnits"),
    calls: sum("calls"),
    byOperation: counts,
  };
}
