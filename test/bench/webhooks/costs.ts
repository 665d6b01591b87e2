import type { Bill, Tally } from "./counting-proxy.ts";

/** What one delivery costs on average. */
export interface Costs {
  deliveries: number;
  /** At what rate they were offered: at a higher one more of them share a call. */
  rate: number;
  storing: TableCosts;
  /** Everything that the service does once the event is stored. */
  after: TableCosts;
  sqsCalls: { send: number; receive: number; delete: number; other: number; emptyReceive: number };
}

interface TableCosts {
  writeUnits: number;
  readUnits: number;
  calls: number;
  byOperation: Record<string, Tally>;
}

/** Shares what was counted out among the deliveries. */
export function costsOf(
  bills: { storing: Bill; after: Bill; sqs: Bill },
  { deliveries, rate }: { deliveries: number; rate: number },
): Costs {
  const calls = (wanted: (operation: string) => boolean) =>
    Object.entries(bills.sqs).reduce(
      (sum, [name, tally]) => (wanted(name) ? sum + tally.calls - tally.inVain : sum),
      0,
    ) / deliveries;
  const known = ["SendMessage", "ReceiveMessage", "DeleteMessage"];
  const emptyReceives = bills.sqs["ReceiveMessage"]?.inVain ?? 0;
  return {
    deliveries,
    rate,
    storing: tableCosts(bills.storing, deliveries),
    after: tableCosts(bills.after, deliveries),
    sqsCalls: {
      send: calls((name) => name.startsWith("SendMessage")),
      receive: calls((name) => name.startsWith("ReceiveMessage")),
      delete: calls((name) => name.startsWith("DeleteMessage")),
      other: calls((name) => !known.some((one) => name.startsWith(one))),
      emptyReceive: emptyReceives / deliveries,
    },
  };
}

function tableCosts(bill: Bill, deliveries: number): TableCosts {
  const sum = (field: "calls" | "writeUnits" | "readUnits") =>
    Object.values(bill).reduce((total, tally) => total + tally[field], 0) / deliveries;
  return {
    writeUnits: sum("writeUnits"),
    readUnits: sum("readUnits"),
    calls: sum("calls"),
    byOperation: bill,
  };
}
