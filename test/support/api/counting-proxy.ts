import { createServer, type IncomingMessage } from "node:http";
import { listen } from "../../../lib/demo/listen.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  parseJsonObject,
  valueAt,
} from "../../../lib/emulator/json.ts";

/** The requests to an engine: the number of each operation, and the capacity units of all together. */
export interface Cost {
  calls: Record<string, number>;
  /** The IAM actions that a role needs for these requests. Each part of a transaction needs its own. */
  actions: Set<string>;
  units: number;
}

const noCost = (): Cost => ({ calls: {}, actions: new Set(), units: 0 });

const actionsOfTransaction: Readonly<Record<string, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

function actionsOf(operation: string, input: JsonObject): string[] {
  if (operation !== "TransactWriteItems") return [operation];
  return listAt(input, "TransactItems").flatMap((item) =>
    Object.keys(isJsonObject(item) ? item : {}).map((part) => actionsOfTransaction[part] ?? part),
  );
}

/** Starts a proxy in front of a DynamoDB engine. It counts the requests, and asks the engine for the units of each. */
export async function openCountingProxy(engine: string) {
  let cost = noCost();
  const server = createServer((request, response) => {
    void forward(request).then(({ status, text }) =>
      response.writeHead(status, { "Content-Type": "application/x-amz-json-1.0" }).end(text),
    );
  });

  async function forward(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const target = String(request.headers["x-amz-target"]);
    const operation = target.slice(target.indexOf(".") + 1);
    cost.calls[operation] = (cost.calls[operation] ?? 0) + 1;
    const input = parseJsonObject(await textOf(request), operation);
    for (const action of actionsOf(operation, input)) cost.actions.add(action);
    const engineResponse = await fetch(engine, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": target,
        Authorization: String(request.headers.authorization),
        "X-Amz-Date": String(request.headers["x-amz-date"]),
      },
      body: JSON.stringify({ ...input, ReturnConsumedCapacity: "TOTAL" }),
    });
    const text = await engineResponse.text();
    cost.units += unitsOf(valueAt(parseJsonObject(text, operation), "ConsumedCapacity"));
    return { status: engineResponse.status, text };
  }

  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Returns the cost of an action. One action may run at a time. */
    async costOf(act: () => Promise<unknown>): Promise<Cost> {
      const counted = noCost();
      cost = counted;
      await act();
      cost = noCost();
      return counted;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Batches and transactions return a list with one entry for each table. */
function unitsOf(consumed: Json | undefined): number {
  const all = isJsonObject(consumed) ? [consumed] : listAt({ consumed: consumed ?? null }, "consumed");
  return all.reduce<number>((total, one) => total + (numberAt(one, "CapacityUnits") ?? 0), 0);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
