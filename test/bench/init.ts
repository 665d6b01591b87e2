/**
 * Measures how long a fresh Node takes to load each API function, compared with a bundle that has only the document
 * client: `npm run bench:init`. Loads both alternately, so that other load on the machine affects both equally.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { trusted } from "../../functions/domain/trusted.ts";
import { bundleFunctions, bundleOptions, bundlesDirectory, projectRoot } from "../../lib/bundle.ts";

const rounds = 11;
/** Of the files that a cold start loads. */
const bundleBytesMax = 175_000;
const ratioMax = 1.3;

const environment = { TABLE_NAME: "table", SECRETS_KEY_ID: "key", AWS_REGION: "eu-central-1" };
const measure = `
  const startedMs = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - startedMs);
`;

function loadMs(file: string): number {
  const args = ["--input-type=module", "--eval", measure, file];
  return Number(execFileSync(process.execPath, args, { env: environment, encoding: "utf8" }));
}

/** The bytes of a file of a bundle and of all files that it imports at once, by esbuild's metafile. */
function loadedBytes(path: string): number {
  const { outputs } = trusted<Metafile>(
    JSON.parse(readFileSync(join(bundlesDirectory, "meta.json"), "utf8")),
  );
  const files = new Set([path]);
  for (const file of files)
    for (const { kind, path: imported } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && imported in outputs) files.add(imported);
  return [...files].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Bundles a function that can send every table command of the API's functions, and nothing else. */
async function bundleDocumentClient(directory: string): Promise<string> {
  const source = join(directory, "document-client.ts");
  writeFileSync(
    source,
    `import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
     import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
     const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
     export const handler = (Command, input) => client.send(new Command(input));
     export const commands = { GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand };`,
  );
  const outfile = join(directory, "document-client.mjs");
  const { outExtension: _, ...options } = bundleOptions;
  await build({ ...options, entryPoints: [source], outfile, nodePaths: [join(projectRoot, "node_modules")] });
  return outfile;
}

const directory = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
try {
  await bundleFunctions();
  const baseline = await bundleDocumentClient(directory);
  const api = join(bundlesDirectory, "api");
  const rows = readdirSync(api).map((name) => {
    const file = join(api, name, "index.mjs");
    const pairs = Array.from({ length: rounds }, () => ({ own: loadMs(file), base: loadMs(baseline) }));
    return {
      function: name,
      kB: Math.round(loadedBytes(`build/functions/api/${name}/index.mjs`) / 1000),
      "load ms": Number(median(pairs.map(({ own }) => own)).toFixed(1)),
      "document client ms": Number(median(pairs.map(({ base }) => base)).toFixed(1)),
      ratio: Number(median(pairs.map(({ own, base }) => own / base)).toFixed(2)),
    };
  });
  console.table(rows);
  const largest = Math.max(...rows.map(({ kB }) => kB));
  const slowest = Math.max(...rows.map(({ ratio }) => ratio));
  console.log(
    `largest ${largest} kB (limit ${bundleBytesMax / 1000}), slowest ${slowest} × (limit ${ratioMax})`,
  );
  if (largest * 1000 > bundleBytesMax || slowest > ratioMax) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
