import {
  isJsonObject,
  type JsonObject,
  listAt,
  parseJsonObject,
  textAt,
} from "../../../lib/emulator/json.ts";
import type { AwsCall } from "./aws-call.ts";

const singleWrites: Readonly<Record<string, string>> = {
  PutItem: "Put",
  UpdateItem: "Update",
  DeleteItem: "Delete",
};

interface Write {
  kind: string;
  input: JsonObject;
  pk: string;
  sk: string;
}

/** Each write of a call, those within a transaction one by one; a check of a condition is none. */
function writesIn({ action, body }: AwsCall): Write[] {
  const single = singleWrites[action];
  const parts: [string, JsonObject][] =
    single !== undefined
      ? [[single, body]]
      : listAt(body, "TransactItems").flatMap((item) =>
          Object.entries(isJsonObject(item) ? item : {}).flatMap(([kind, input]): [string, JsonObject][] =>
            kind !== "ConditionCheck" && isJsonObject(input) ? [[kind, input]] : [],
          ),
        );
  return parts.map(([kind, input]) => {
    const [pk = "", sk = ""] = ["pk", "sk"].map(
      (name) => textAt(input, "Item", name, "S") ?? textAt(input, "Key", name, "S"),
    );
    return { kind, input, pk, sk };
  });
}

/** Whether a call is what a request is about: neither authentication nor what is noted of the request itself. */
export function isChange(call: AwsCall): boolean {
  if (call.action === "TransactWriteItems") return true;
  return writesIn(call).some(({ pk }) => !/^KEY#|#IDEMPOTENCY#/.test(pk));
}

/** Whether a call notes something of the request itself, under its Idempotency-Key. */
export function isRequestUpdate(call: AwsCall): boolean {
  return !isChange(call) && writesIn(call).some(({ pk }) => pk.includes("#IDEMPOTENCY#"));
}

/** What was stored by calls, in words that are the same for the same work of another organization: which rows, and what must follow. */
export function newLedger() {
  const tokens = new Set<string>();
  const rows = new Set<string>();
  let lines: string[] = [];
  return {
    /** Notes a call that was a success. */
    note(call: AwsCall): void {
      if (!isChange(call)) return;
      // A transaction that the client sends again is answered like the first one, and stores nothing.
      const token = textAt(call.body, "ClientRequestToken");
      if (token !== undefined && tokens.has(token)) return;
      if (token !== undefined) tokens.add(token);
      for (const write of writesIn(call)) {
        const row = `${write.pk}|${write.sk}`;
        // The same row put once more is still one row; an update changes it each time.
        if (write.pk.includes("#IDEMPOTENCY#") || (write.kind === "Put" && rows.has(row))) continue;
        if (write.kind === "Put") rows.add(row);
        lines.push(lineOf(write));
      }
    },
    /** What was noted since the last time, in the order of the alphabet. */
    take(): string[] {
      const taken = lines.toSorted();
      lines = [];
      return taken;
    },
  };
}

function lineOf({ kind, input, pk, sk }: Write): string {
  if (!pk.startsWith("OUTBOX#")) return `${kind} ${withoutIds(pk)} ${withoutIds(sk)}`;
  const messages = parseJsonObject(`{"all":${textAt(input, "Item", "messages", "S") ?? "[]"}}`, "messages");
  const kinds = listAt(messages, "all").map(
    (message) => textAt(message, "body", "event", "type") ?? textAt(message, "body", "kind") ?? "?",
  );
  return `${kind} ${kinds.join(", ")}`;
}

/** Ids, the hashes of keys and the shards that come from either are of the moment. */
function withoutIds(key: string): string {
  return key
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, "…")
    .replace(/^KEY#.*/, "KEY#…")
    .replace(/#\d$/, "#…");
}
