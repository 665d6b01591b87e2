import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Runtime } from "../../../lib/emulator/runtime.ts";
import { tableAt } from "../../support/table/table.ts";

/** The kinds of items, by their keys. The first that fits counts. */
const kinds: [kind: string, pk: RegExp, sk: RegExp][] = [
  ["organization", /^org_\w+$/, /^ORGANIZATION$/],
  ["count of requests", /^org_\w+$/, /^REQUESTS$/],
  ["keyring", /^org_\w+$/, /^API_KEYS$/],
  ["key record", /^KEY#/, /^KEY$/],
  ["brand", /#BRANDS$/, /^brd_/],
  ["pipeline", /#pip_\w+$/, /^PIPELINE$/],
  ["calendar", /#brd_\w+$/, /^CALENDAR$/],
  ["copy of a pipeline", /#PIPELINES$/, /^pip_/],
  ["posted stories", /#POSTED$/, /^STORIES$/],
  ["link of a manual post", /#POSTED_LINKS$/, /^/],
  ["run", /^org_\w+#RUNS$/, /^run_/],
  ["stages of a run", /#run_\w+$/, /^STAGES$/],
  ["checkpoint of a run", /#CHECKPOINTS$/, /^/],
  ["entry of a run in its brand's list", /#brd_\w+#RUNS$/, /^run_/],
  ["metrics", /#(?:run|pst)_\w+$/, /^METRICS#/],
  ["weekly digest", /#DIGESTS$/, /^/],
  ["state of a source", /#SOURCES$/, /^/],
  ["tracked topics of a brand", /#TRENDS$/, /^TRACKED$/],
  ["trend", /#trd_\w+$/, /^TREND$/],
  ["post", /#pst_\w+$/, /^POST$/],
  ["entry of a post's history", /#HISTORY$/, /^hst_/],
  ["subscription", /#WEBHOOKS$/, /^whk_/],
  ["permit", /^/, /^PERMIT#/],
  ["delivery", /#DELIVERIES$/, /^dlv_/],
  ["dead letter", /#dlt_\w+$/, /^DEAD_LETTER$/],
  ["open dead letter", /^OPEN_DEAD_LETTERS#/, /^/],
  ["bulk replay", /#BULK_REPLAYS$/, /^/],
  ["idempotency record", /#IDEMPOTENCY#/, /^/],
  ["feed", /^FEED#/, /^FEED$/],
  ["entry of a feed", /^FEED#/, /^ENTRY#/],
  ["position in a feed", /#POSITIONS$/, /^/],
  ["audience of a feed", /#AUDIENCE$/, /^/],
  ["link", /^LINK#/, /^LINK$/],
  ["clicks of a link", /^LINK#/, /^CLICKS#/],
  ["outbox item", /^OUTBOX#/, /^/],
];

/** Returns how many items of each kind the table has. An item of an unknown kind counts by its key. */
export async function countItems({ assembly, endpoints }: Runtime): Promise<Record<string, number>> {
  const [template] = assembly.ofType("AWS::DynamoDB::Table");
  if (template === undefined) throw new Error("the template has no table");
  const { client, name } = tableAt({ endpoint: endpoints.dynamodb, tableName: template.ref });
  const counts: Record<string, number> = {};
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send("Scan", {
      TableName: name,
      ProjectionExpression: "pk, sk",
      ExclusiveStartKey: start,
    });
    for (const { pk, sk } of page.Items ?? []) {
      const kind = kindOf(String(pk), String(sk));
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return counts;
}

function kindOf(pk: string, sk: string): string {
  const found = kinds.find(([, ofPk, ofSk]) => ofPk.test(pk) && ofSk.test(sk));
  return found?.[0] ?? `${pk} ${sk}`;
}

/** Returns how many one-shot schedules wait. The service must be stopped: it locks its state. */
export function countSchedules(stateDirectory: string): number {
  const database = new DatabaseSync(join(stateDirectory, "runtime.sqlite"), { readOnly: true });
  const row = database.prepare("SELECT COUNT(*) AS count FROM schedules WHERE fromTemplate = 0").get();
  database.close();
  return Number(row?.count);
}
