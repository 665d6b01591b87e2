import { trusted } from "../../../functions/domain/trusted.ts";
import type { Item } from "../../../functions/table/store/change.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { itemBytes } from "./item-bytes.ts";
import { intercepted, tableAt } from "./table.ts";

/** The cost of reads. */
interface ReadCost {
  calls: number;
  /** The capacity units that the engine returned. */
  engineUnits: number;
  /** The read units by DynamoDB's rule, computed from the sizes of the items. All reads are eventually consistent. */
  units: number;
}

interface Consumed {
  CapacityUnits?: number;
}

interface ReadResponse {
  ConsumedCapacity?: Consumed | Consumed[];
  Items?: Item[];
  Responses?: Record<string, Item[]>;
}

const unitBytes = 4_096;
const unitsPerEventualRead = 0.5;

/** A table that measures the cost of its queries and batch reads. Correct for keys-only indexes: a query returns whole index entries. */
export function meteredTable(at: { endpoint: string; tableName: string }): {
  table: Table;
  /** Returns the cost since the last call. */
  takeCost: () => ReadCost;
} {
  let cost = noCost();
  const table = intercepted(tableAt(at), async ({ input, next }) => {
    const response = trusted<ReadResponse>(await next({ ...input, ReturnConsumedCapacity: "TOTAL" }));
    cost.calls += 1;
    cost.engineUnits += engineUnits(response);
    cost.units += unitsOf(response);
    return response;
  });
  return {
    table,
    takeCost() {
      const taken = cost;
      cost = noCost();
      return taken;
    },
  };
}

const noCost = (): ReadCost => ({ calls: 0, engineUnits: 0, units: 0 });

function engineUnits({ ConsumedCapacity = [] }: ReadResponse): number {
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** DynamoDB rounds up the size of a query as a whole, and that of a batch item by item (Developer Guide, read consumption). */
function unitsOf({ Items, Responses }: ReadResponse): number {
  if (Items !== undefined) {
    const bytes = Items.reduce((sum, item) => sum + itemBytes(item), 0);
    return unitsPerEventualRead * Math.max(1, Math.ceil(bytes / unitBytes));
  }
  return Object.values(Responses ?? {})
    .flat()
    .reduce(
      (sum, item) => sum + unitsPerEventualRead * Math.max(1, Math.ceil(itemBytes(item) / unitBytes)),
      0,
    );
}
