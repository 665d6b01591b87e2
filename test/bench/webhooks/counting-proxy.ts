import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { listen } from "../../../lib/demo/listen.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  parseJsonObject,
  textAt,
  valueAt,
} from "../../../lib/emulator/json.ts";

/** What one kind of call came to. */
export interface Tally {
  calls: number;
  /** Receives that brought nothing; writes that their condition refused. */
  inVain: number;
  writeUnits: number;
  readUnits: number;
}

/** By the name of the operation, such as `UpdateItem`. */
export type Bill = Record<string, Tally>;

export interface CountingProxy {
  endpoint: string;
  /** What passed since the last time. */
  take(): Bill;
  close(): void;
}

const reads = new Set(["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"]);
const transactions = new Set(["TransactWriteItems", "ExecuteTransaction"]);

/**
 * A proxy on 127.0.0.1 before an engine that speaks AWS's JSON protocol. It asks a DynamoDB for the units of each
 * request, those of indexes and the double ones of transactions included; reading the stream passes uncounted.
 */
export async function openCountingProxy(engine: string, wantedPort = 0): Promise<CountingProxy> {
  let bill: Bill = {};
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const left = new AbortController();
    response.on("close", () => left.abort());
    void (async () => {
      const [service = "", operation = ""] = String(incoming.headers["x-amz-target"] ?? "").split(".");
      const text = await textOf(incoming);
      const isTable = service.startsWith("DynamoDB_");
      const body = isTable ? JSON.stringify({ ...parse(text), ReturnConsumedCapacity: "INDEXES" }) : text;
      const answer = await forward(engine, agent, incoming, { body, left: left.signal });
      if (!service.startsWith("DynamoDBStreams_")) count(bill, operation, parse(text), answer);
      response.writeHead(answer.status, answer.headers).end(answer.text);
    })().catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, wantedPort);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    take() {
      const taken = bill;
      bill = {};
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

interface EngineAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

function forward(
  engine: string,
  agent: Agent,
  incoming: IncomingMessage,
  { body, left }: { body: string; left: AbortSignal },
): Promise<EngineAnswer> {
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _connection, "transfer-encoding": _coding, ...kept } = incoming.headers;
    const outgoing = request(new URL(incoming.url ?? "/", engine), {
      method: incoming.method ?? "POST",
      agent,
      headers: { ...kept, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      textOf(answer).then(
        (text) =>
          resolve({ status: answer.statusCode ?? 500, headers: contentHeaders(answer.headers), text }),
        reject,
      );
    });
    // A long poll that its asker has left must not take a message.
    left.addEventListener("abort", () => outgoing.destroy());
    outgoing.end(body);
  });
}

/** Without the checksum of a body that is the same one. */
function contentHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["content-type", "x-amzn-errortype", "x-amzn-query-error", "x-amzn-requestid"];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : [])),
  );
}

function count(bill: Bill, operation: string, asked: JsonObject, { status, text }: EngineAnswer): void {
  const tally = (bill[operation] ??= { calls: 0, inVain: 0, writeUnits: 0, readUnits: 0 });
  const answer = parse(text);
  tally.calls += 1;
  if (operation === "ReceiveMessage" && listAt(answer, "Messages").length === 0) tally.inVain += 1;
  const units = status === 200 ? unitsOf(operation, answer) : refusedUnits(asked);
  if (isRead(operation, asked)) {
    tally.readUnits += units;
  } else {
    tally.writeUnits += units;
    tally.inVain += status === 200 ? refusedStatements(answer) : Number(operation !== "ReceiveMessage");
  }
}

/** What is not known for a read counts as a write. Statements of PartiQL say themselves what they are. */
function isRead(operation: string, asked: JsonObject): boolean {
  const statements = [asked, ...listAt(asked, "Statements"), ...listAt(asked, "TransactStatements")].flatMap(
    (one) => textAt(one, "Statement") ?? [],
  );
  return (
    reads.has(operation) || (statements.length > 0 && statements.every((one) => /^\s*SELECT\b/i.test(one)))
  );
}

/** Of a batch of statements each stands for itself. */
function refusedStatements(answer: JsonObject): number {
  return listAt(answer, "Responses").filter((one) => valueAt(one, "Error") !== undefined).length;
}

/**
 * Batches and transactions answer with a list, one entry a table. The embedded engine counts the index writes of a
 * transaction once and AWS's own DynamoDB Local counts them twice: they are counted twice.
 */
function unitsOf(operation: string, answer: JsonObject): number {
  const consumed = valueAt(answer, "ConsumedCapacity");
  const all = isJsonObject(consumed) ? [consumed] : listAt(answer, "ConsumedCapacity");
  const times = transactions.has(operation) ? 2 : 1;
  // When all statements of a batch are refused, the engine says nothing.
  const least = refusedStatements(answer);
  const units = all.reduce<number>((sum, one) => {
    const indexes = valueAt(one, "GlobalSecondaryIndexes");
    const ofIndexes = Object.values(isJsonObject(indexes) ? indexes : {}).map(capacityUnits);
    return sum + capacityUnits(one) + (times - 1) * ofIndexes.reduce((total, index) => total + index, 0);
  }, 0);
  return Math.max(units, least);
}

function capacityUnits(value: Json): number {
  return numberAt(value, "CapacityUnits") ?? 0;
}

/** A refused write is paid for and no engine says how much: one unit, two for each item of a transaction. */
function refusedUnits(asked: JsonObject): number {
  const items = listAt(asked, "TransactItems").length;
  return items === 0 ? 1 : 2 * items;
}

function parse(text: string): JsonObject {
  return text === "" ? {} : parseJsonObject(text, "what passes the proxy");
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
