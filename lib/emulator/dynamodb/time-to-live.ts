import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../assembly.ts";
import { AwsError, callAws } from "../aws-json.ts";
import type { ServiceClock } from "../clock.ts";
import { isJsonObject, type JsonObject, listAt, textAt, valueAt } from "../json.ts";

/** How long a start waits for the first pass: a pass reads whole tables, and a start has other work to do. */
const defaultFirstPassAfterMs = 60_000;
/** The time between two passes on the service's clock. DynamoDB itself takes up to some days. */
const servicePeriodMs = 60 * 60_000;
/** The shortest time between two passes in real time, for a fast clock. */
const realPeriodMsMin = 30_000;
/** Few enough that the engine responds to others between two pages. */
const itemsPerPage = 500;
const pauseBetweenPagesMs = 20;
/** DynamoDB leaves items alone whose expiry is more than five years past ("How it works: DynamoDB Time to Live"). */
const oldestSeconds = 5 * 365 * 24 * 60 * 60;

/** A table of the template with the attribute that holds the expiry of its items, in epoch seconds. */
interface ExpiringTable {
  name: string;
  attribute: string;
  keyNames: string[];
}

/**
 * Deletes the expired items of the template's tables by the service's clock. The engines delete late, never, or by the
 * machine's clock, which a fast service clock leaves behind.
 */
export function startTimeToLive(options: {
  endpoint: string;
  tables: readonly Resource[];
  clock: Pick<ServiceClock, "now" | "realMsUntil">;
  log: (line: string) => void;
  /** How long it waits in real time before the first pass. @default a minute */
  firstPassAfterMs?: number;
}): { stop(): Promise<void> } {
  const { endpoint, clock, log, firstPassAfterMs = defaultFirstPassAfterMs } = options;
  const tables = options.tables.flatMap(expiringTable);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

  async function run(): Promise<void> {
    await pause(firstPassAfterMs);
    while (!signal.aborted) {
      for (const table of tables) {
        try {
          await deleteExpired(endpoint, table, () => clock.now(), { signal, pause });
        } catch (error) {
          if (!signal.aborted) log(`Expired items of ${table.name} were not deleted: ${String(error)}`);
        }
      }
      await pause(Math.max(realPeriodMsMin, clock.realMsUntil(clock.now() + servicePeriodMs)));
    }
  }

  const running = tables.length === 0 ? Promise.resolve() : run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Returns the table if its template has a time to live. */
export function expiringTable({ ref: name, properties }: Resource): ExpiringTable[] {
  const specification = valueAt(properties, "TimeToLiveSpecification");
  const attribute = textAt(specification, "AttributeName");
  if (attribute === undefined || valueAt(specification, "Enabled") !== true) return [];
  const keyNames = listAt(properties, "KeySchema").map((key) => textAt(key, "AttributeName") ?? "");
  return [{ name, attribute, keyNames }];
}

/** Deletes the expired items of one table: one pass over all of its items. Returns how many it has deleted. */
export async function deleteExpired(
  endpoint: string,
  { name: TableName, attribute, keyNames }: ExpiringTable,
  nowMs: () => number,
  { signal, pause }: { signal?: AbortSignal; pause?: (ms: number) => Promise<unknown> } = {},
): Promise<number> {
  const ExpressionAttributeNames = Object.fromEntries([
    ["#expiry", attribute],
    ...keyNames.map((keyName, index) => [`#key${index}`, keyName]),
  ]);
  let deleted = 0;
  let start: JsonObject | undefined;
  do {
    const nowSeconds = Math.floor(nowMs() / 1000);
    const hasExpired = {
      ":oldest": { N: String(nowSeconds - oldestSeconds) },
      // An item has expired when its expiry is less than the present.
      ":latest": { N: String(nowSeconds - 1) },
    };
    const condition = "#expiry BETWEEN :oldest AND :latest";
    const page: JsonObject = await callAws(
      endpoint,
      "DynamoDB_20120810.Scan",
      {
        TableName,
        Limit: itemsPerPage,
        FilterExpression: condition,
        ProjectionExpression: keyNames.map((_, index) => `#key${index}`).join(", "),
        ExpressionAttributeNames,
        ExpressionAttributeValues: hasExpired,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      },
      { ...(signal && { signal }) },
    );
    for (const Key of listAt(page, "Items")) {
      // A write since the scan may have moved the expiry.
      const remove = {
        TableName,
        Key,
        ConditionExpression: condition,
        ExpressionAttributeNames: { "#expiry": attribute },
        ExpressionAttributeValues: hasExpired,
      };
      if (await deleteIf(endpoint, remove, signal)) deleted += 1;
    }
    const last = valueAt(page, "LastEvaluatedKey");
    start = isJsonObject(last) ? last : undefined;
    if (start !== undefined) await pause?.(pauseBetweenPagesMs);
    signal?.throwIfAborted();
  } while (start !== undefined);
  return deleted;
}

async function deleteIf(
  endpoint: string,
  remove: JsonObject,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await callAws(endpoint, "DynamoDB_20120810.DeleteItem", remove, { ...(signal && { signal }) });
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.code === "ConditionalCheckFailedException") return false;
    throw error;
  }
}
