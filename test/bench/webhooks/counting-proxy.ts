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

/** The calls of one operation. */
export interface OperationCount {
  calls: number;
  /** Receives without messages, and failed writes. */
  withoutEffect: number;
  writeUnits: number;
  readUnits: number;
}

/** The calls by the name of the operation, such as `UpdateItem`. */
export type OperationCounts = Record<string, OperationCount>;

export interface CountingProxy {
  endpoint: string;
  /** Returns the counts since the last time. */
  take(): OperationCounts;
  close(): void;
}

const reads = new Set(["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"]);
const transactions = new Set(["TransactWriteItems", "ExecuteTransaction"]);

/**
 * Opens a counting proxy on 127.0.0.1 in front of an engine that speaks AWS's JSON protocol. It makes DynamoDB report the
 * units of each request, with index writes and the double units of transactions. Stream reads are not counted.
 */
export async function openCountingProxy(engine: string, wantedPort = 0): Promise<CountingProxy> {
  let counts: OperationCounts = {};
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const closed = new AbortController();
    response.on("close", () => closed.abort());
    void (async () => {
      const [service = "", operation = ""] = String(incoming.headers["x-amz-target"] ?? "").split(".");
      const text = await textOf(incoming);
      const isTable = service.startsWith("DynamoDB_");
      const body = isTable ? JSON.stringify({ ...parse(text), ReturnConsumedCapacity: "INDEXES" }) : text;
      const engineResponse = await forward(engine, agent, incoming, { body, signal: closed.signal });
      if (!service.startsWith("DynamoDBStreams_")) count(counts, operation, parse(text), engineResponse);
      response.writeHead(engineResponse.status, engineResponse.headers).end(engineResponse.text);
    })().catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, wantedPort);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    take() {
      const taken = counts;
      counts = {};
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

interface EngineResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

function forward(
  engine: string,
  agent: Agent,
  incoming: IncomingMessage,
  { body, signal }: { body: string; signal: AbortSignal },
): Promise<EngineResponse> {
  return new Promise((resolve, reject) => {
    // The host stays: it is part of the signature.
    const { connection: _connection, "transfer-encoding": _coding, ...headers } = incoming.headers;
    const outgoing = request(new URL(incoming.url ?? "/", engine), {
      method: incoming.method ?? "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      textOf(response).then(
        (text) =>
          resolve({ status: response.statusCode ?? 500, headers: contentHeaders(response.headers), text }),
        reject,
      );
    });
    // A long poll whose client has disconnected must not receive a message.
    signal.addEventListener("abort", () => outgoing.destroy());
    outgoing.end(body);
  });
}

/** Keeps the headers that describe the body and the error, and drops the checksum of the body. */
function contentHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["content-type", "x-amzn-errortype", "x-amzn-query-error", "x-amzn-requestid"];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : [])),
  );
}

function count(
  counts: OperationCounts,
  operation: string,
  input: JsonObject,
  { status, text }: EngineResponse,
): void {
  const operationCount = (counts[operation] ??= { calls: 0, withoutEffect: 0, writeUnits: 0, readUnits: 0 });
  const output = parse(text);
  operationCount.calls += 1;
  if (operation === "ReceiveMessage" && listAt(output, "Messages").length === 0)
    operationCount.withoutEffect += 1;
  const units = status === 200 ? unitsOf(operation, output) : failedWriteUnits(input);
  if (isRead(operation, input)) {
    operationCount.readUnits += units;
  } else {
    operationCount.writeUnits += units;
    operationCount.withoutEffect +=
      status === 200 ? failedStatements(output) : Number(operation !== "ReceiveMessage");
  }
}

/**
 * Returns whether an operation reads. Unknown operations count as writes. The text of a PartiQL statement shows whether
 * it reads.
 */
function isRead(operation: string, input: JsonObject): boolean {
  const statements = [input, ...listAt(input, "Statements"), ...listAt(input, "TransactStatements")].flatMap(
    (one) => textAt(one, "Statement") ?? [],
  );
  return (
    reads.has(operation) || (statements.length > 0 && statements.every((one) => /^\s*SELECT\b/i.test(one)))
  );
}

/** Returns the number of failed statements in a batch: each statement fails or succeeds by itself. */
function failedStatements(output: JsonObject): number {
  return listAt(output, "Responses").filter((one) => valueAt(one, "Error") !== undefined).length;
}

/**
 * Returns the units of a response. Batches and transactions report a list with one entry for each table. The embedded
 * engine counts the index writes of a transaction once, and AWS's DynamoDB Local counts them twice, as this does.
 */
function unitsOf(operation: string, output: JsonObject): number {
  const consumed = valueAt(output, "ConsumedCapacity");
  const all = isJsonObject(consumed) ? [consumed] : listAt(output, "ConsumedCapacity");
  const times = transactions.has(operation) ? 2 : 1;
  // The engine reports no units when all statements of a batch fail.
  const unitsMin = failedStatements(output);
  const units = all.reduce<number>((sum, one) => {
    const indexes = valueAt(one, "GlobalSecondaryIndexes");
    const ofIndexes = Object.values(isJsonObject(indexes) ? indexes : {}).map(capacityUnits);
    return sum + capacityUnits(one) + (times - 1) * ofIndexes.reduce((total, index) => total + index, 0);
  }, 0);
  return Math.max(units, unitsMin);
}

function capacityUnits(value: Json): number {
  return numberAt(value, "CapacityUnits") ?? 0;
}

/**
 * Returns the units of a failed write. AWS bills it, but no engine reports it: one unit, or two for each item of a
 * transaction.
 */
function failedWriteUnits(input: JsonObject): number {
  const items = listAt(input, "TransactItems").length;
  return items === 0 ? 1 : 2 * items;
}

function parse(text: string): JsonObject {
  return text === "" ? {} : parseJsonObject(text, "a body in the proxy");
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
