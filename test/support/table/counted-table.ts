import { trusted } from "../../../functions/domain/trusted.ts";
import type { Item } from "../../../functions/table/store/change.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { itemBytes } from "./item-bytes.ts";
import { tableAt } from "./table.ts";

/** What reading took. */
interface ReadBill {
  calls: number;
  /** As the engine says. */
  engineUnits: number;
  /** As DynamoDB counts, found from the sizes of what was read, no read being a consistent one. */
  units: number;
}

interface Consumed {
  CapacityUnits?: number;
}

interface Answer {
  ConsumedCapacity?: Consumed | Consumed[];
  Items?: Item[];
  Responses?: Record<string, Item[]>;
}

const unitBytes = 4_096;
const eventual = 0.5;

/** A table whose reads of indexes and batches are billed. For keys-only indexes: an entry is all that a query answers with. */
export function countedTable(at: { endpoint: string; tableName: string }): {
  table: Table;
  /** The bill since the last time. */
  take: () => ReadBill;
} {
  const table = tableAt(at);
  let bill = noBill();
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const asking = { ...args.input, ReturnConsumedCapacity: "TOTAL" };
      const answered = await next({ ...args, input: asking });
      const answer = trusted<Answer>(answered.output);
      bill.calls += 1;
      bill.engineUnits += engineUnits(answer);
      bill.units += unitsOf(answer);
      return answered;
    },
    { step: "initialize", priority: "high" },
  );
  return {
    table,
    take() {
      const taken = bill;
      bill = noBill();
      return taken;
    },
  };
}

const noBill = (): ReadBill => ({ calls: 0, engineUnits: 0, units: 0 });

function engineUnits({ ConsumedCapacity = [] }: Answer): number {
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** A query is rounded up as a whole, a batch item by item (Amazon DynamoDB Developer Guide, read consumption). */
function unitsOf({ Items, Responses }: Answer): number {
  if (Items !== undefined) {
    const bytes = Items.reduce((sum, item) => sum + itemBytes(item), 0);
    return eventual * Math.max(1, Math.ceil(bytes / unitBytes));
  }
  return Object.values(Responses ?? {})
    .flat()
    .reduce((sum, item) => sum + eventual * Math.max(1, Math.ceil(itemBytes(item) / unitBytes)), 0);
}
