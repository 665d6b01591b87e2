import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { compressedImport } from "./compressed-import.ts";
import { digestOf } from "./digest.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

/** The kinds of functions. Each is a folder of `functions`. */
const functionKinds = ["api", "workers"] as const;

/** The folder that holds package.json. */
export const projectRoot = join(import.meta.dirname, "..");

const buildDirectory = join(projectRoot, "build");

/** What each function's folder has of the licences of the packages in its bundle. */
export const noticesName = "THIRD_PARTY_NOTICES";

/**
 * Functions that import a part of their code when the first request needs it. That part is in files of its own beside
 * index.mjs, so a cold start does not load it.
 */
const splitFunctions: readonly string[] = [join("api", "preview-run")];

/**
 * The folder of the bundles. It holds `<kind>/<name>/index.mjs` and `<kind>/<name>/THIRD_PARTY_NOTICES` for each function,
 * further files of functions that import a part of their code later, and esbuild's `meta.json`.
 */
export const bundlesDirectory = join(buildDirectory, "functions");

/** The folder of the source maps. They are not deployed. */
const mapsDirectory = join(buildDirectory, "source-maps");

/**
 * The sources of bundles. npm's own list says which packages are installed. A bundle holds the OpenAPI document as it is
 * stored.
 */
export const bundleSources = [
  "bin",
  "docs/openapi.json",
  "functions",
  "lib",
  "package.json",
  "tsconfig.json",
  "node_modules/.package-lock.json",
];

/** Takes 25 ms. */
const digestOfSources = () => digestOf(projectRoot, bundleSources);

/** The file that holds the digest of the bundles' sources. */
const stamp = join(bundlesDirectory, "sources.sha256");

/**
 * Gives the bundles Node's HTTP client without an import statement. An import of node:http reads all of its exports, and one
 * of them loads a second HTTP client (undici), which takes 14 ms of a cold start.
 */
const httpWithoutImport: Plugin = {
  name: "http-without-import",
  setup(builder) {
    builder.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: "http", namespace: "built-in" }));
    builder.onLoad({ filter: /.*/, namespace: "built-in" }, () => ({
      contents: `const http = process.getBuiltinModule("node:http");
export default http;
export const { Agent, request, STATUS_CODES } = http;`,
    }));
  },
};

/** The esbuild options of every bundle, without its entry point and its output folder. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  alias: {
    "@aws-sdk/credential-provider-node": join(projectRoot, "lib", "function-credentials.ts"),
    "@aws-sdk/token-providers": join(projectRoot, "lib", "function-tokens.ts"),
    "@smithy/core/event-streams": join(projectRoot, "lib", "function-event-streams.ts"),
    "@aws-sdk/eventstream-handler-node": join(projectRoot, "lib", "function-event-streams.ts"),
  },
  plugins: [httpWithoutImport, compressedImport],
  // Comments name a few licences. THIRD_PARTY_NOTICES has all of them.
  legalComments: "none",
  logLevel: "silent",
} satisfies BuildOptions;

/** The source maps say nothing to the bundles: these have the same bytes without them. */
const sourceMapOptions = {
  sourcemap: "external",
  // The sources are on this disk.
  sourcesContent: false,
  // A map names its sources relative to its bundle. All bundles lie in a folder as deep as this one.
  sourceRoot: `${pathToFileURL(join(bundlesDirectory, "kind", "name")).href}/`,
} satisfies BuildOptions;

/**
 * Bundles every function of functions/api and functions/workers. Does nothing if the present bundles were made from the
 * same sources.
 *
 * The same sources always give the same bytes. A file is replaced only when its content changes, and in one step, so
 * several processes can bundle at the same time. Removes the folders and files of functions that no longer exist.
 * @param force bundles even if the sources have not changed. @default false
 */
export async function bundleFunctions({ force = false } = {}): Promise<void> {
  const digest = digestOfSources();
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  rmSync(stamp, { force: true });
  const functions = functionKinds.flatMap((kind) => sourcesOf(kind).map((name) => join(kind, name)));
  const unsplit = functions.filter((name) => !splitFunctions.includes(name));
  const results = await Promise.all([
    build(optionsFor(unsplit)),
    // One at a time: esbuild would also move what two of them have in common to files of its own.
    ...splitFunctions.map((name) =>
      build({ ...optionsFor([name]), splitting: true, chunkNames: join(name, "[name]-[hash]") }),
    ),
  ]);
  const files = new Map(
    results.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [path, contents] as const)),
  );
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  writeBundles(files);
  for (const name of functions) {
    const notices = thirdPartyNotices(inputsOf(name, outputs), projectRoot);
    replaceFile(join(bundlesDirectory, name, noticesName), Buffer.from(notices));
  }
  replaceFile(join(bundlesDirectory, "meta.json"), Buffer.from(JSON.stringify({ outputs })));
  removeStale(functions, files);
  // If a source changed meanwhile, the bundles may or may not contain it.
  if (digestOfSources() === digest) writeFileSync(stamp, digest);
}

/** The esbuild options that bundle functions (`api/get-run`) and keep the result in memory. */
function optionsFor(names: readonly string[]) {
  return {
    ...bundleOptions,
    ...sourceMapOptions,
    entryPoints: names.map((name) => ({
      in: join(projectRoot, "functions", `${name}.ts`),
      out: join(name, "index"),
    })),
    outdir: bundlesDirectory,
    metafile: true,
    write: false,
  } satisfies BuildOptions;
}

/** The file of the source map that `bundleFunctions` made for a bundle with this content. */
export function sourceMapOf(bundle: Uint8Array): string {
  return join(mapsDirectory, `${createHash("sha256").update(bundle).digest("hex")}.map`);
}

/** Writes each bundle of esbuild's output to its place, and its source map apart from it. Removes all other source maps. */
function writeBundles(output: ReadonlyMap<string, Uint8Array>): void {
  const maps = new Set<string>();
  for (const [path, bundle] of output) {
    const map = output.get(`${path}.map`);
    if (map === undefined) continue;
    maps.add(sourceMapOf(bundle));
    replaceFile(sourceMapOf(bundle), map);
    replaceFile(path, bundle);
  }
  for (const name of readdirSync(mapsDirectory)) {
    const path = join(mapsDirectory, name);
    if (!maps.has(path)) rmSync(path, { force: true });
  }
}

/**
 * The source files in the bundle of a function, in all of its files, with their bytes there.
 * @param name the folder of the function in `bundlesDirectory`: `api/get-run`
 * @param outputs of `meta.json`
 */
export function inputsOf(name: string, outputs: Metafile["outputs"]): Metafile["outputs"][string]["inputs"] {
  const folder = `${relative(projectRoot, join(bundlesDirectory, name))}/`;
  const own = Object.entries(outputs).filter(([path]) => path.startsWith(folder));
  const bytesOf: Record<string, { bytesInOutput: number }> = {};
  for (const [path, { bytesInOutput }] of own.flatMap(([, { inputs }]) => Object.entries(inputs)))
    bytesOf[path] = { bytesInOutput: (bytesOf[path]?.bytesInOutput ?? 0) + bytesInOutput };
  return bytesOf;
}

function sourcesOf(kind: (typeof functionKinds)[number]): string[] {
  return readdirSync(join(projectRoot, "functions", kind))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
}

function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  // Not in the function's folder, because the CDK uploads all of that folder.
  const temporary = join(
    buildDirectory,
    `.${relative(buildDirectory, path).replaceAll(/[/\\]/g, "-")}.${process.pid}`,
  );
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** Removes the folders of functions that no longer exist, and files that are no longer in a function's bundle. */
function removeStale(functions: readonly string[], files: ReadonlyMap<string, unknown>): void {
  for (const path of globSync("*/*", { cwd: bundlesDirectory })) {
    if (!functions.includes(path)) rmSync(join(bundlesDirectory, path), { recursive: true, force: true });
  }
  for (const path of globSync("*/*/*.mjs", { cwd: bundlesDirectory })) {
    if (!files.has(join(bundlesDirectory, path))) rmSync(join(bundlesDirectory, path), { force: true });
  }
}
