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

/** Returns each write of a call; a transaction has several. A condition check is not a write. */
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

/**
 * Returns whether a call makes the change that a request asks for: not authentication, and not the record of the
 * request itself.
 */
export function isChange(call: AwsCall): boolean {
  if (call.action === "TransactWriteItems") return true;
  return writesIn(call).some(({ pk, sk }) => !/^KEY#|#IDEMPOTENCY#/.test(pk) && sk !== "REQUESTS");
}

/** Returns whether a call updates the record of the request itself, under its Idempotency-Key. */
export function isRequestUpdate(call: AwsCall): boolean {
  return !isChange(call) && writesIn(call).some(({ pk }) => pk.includes("#IDEMPOTENCY#"));
}

/**
 * Logs the writes of calls (their rows and outbox messages) in lines that are the same for the same work of another
 * organization.
 */
export function newWriteLog() {
  const tokens = new Set<string>();
  const rows = new Set<string>();
  let lines: string[] = [];
  return {
    /** Adds a successful call. */
    record(call: AwsCall): void {
      if (!isChange(call)) return;
      // A transaction that the client sends again gets the first one's response and stores nothing.
      const token = textAt(call.body, "ClientRequestToken");
      if (token !== undefined && tokens.has(token)) return;
      if (token !== undefined) tokens.add(token);
      for (const write of writesIn(call)) {
        const row = `${write.pk}|${write.sk}`;
        // Two puts of one row count once. Each update counts.
        if (write.pk.includes("#IDEMPOTENCY#") || (write.kind === "Put" && rows.has(row))) continue;
        if (write.kind === "Put") rows.add(row);
        lines.push(lineOf(write));
      }
    },
    /** Returns the lines since the last call, sorted. */
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

/** Replaces what differs from run to run: ids, key hashes and shard numbers. */
function withoutIds(key: string): string {
  return key
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, "…")
    .replace(/^(KEY|SESSION)#.*/, "$1#…")
    .replace(/#\d$/, "#…");
}
