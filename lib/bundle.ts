import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
 * The folder of the bundles. It holds `<kind>/<name>/index.mjs` and `<kind>/<name>/THIRD_PARTY_NOTICES` for each function, and
 * esbuild's `meta.json`.
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
 * Bundles every function of functions/api and functions/workers in one pass of esbuild. Does nothing if the present
 * bundles were made from the same sources.
 *
 * The same sources always give the same bytes. A file is replaced only when its content changes, and in one step, so
 * several processes can bundle at the same time. Removes the folders of functions that no longer exist.
 * @param force bundles even if the sources have not changed. @default false
 */
export async function bundleFunctions({ force = false } = {}): Promise<void> {
  const digest = digestOfSources();
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  rmSync(stamp, { force: true });
  const entryPoints = functionKinds.flatMap((kind) =>
    sourcesOf(kind).map((name) => ({
      in: join(projectRoot, "functions", kind, `${name}.ts`),
      out: join(kind, name, "index"),
    })),
  );
  const result = await build({
    ...bundleOptions,
    ...sourceMapOptions,
    entryPoints,
    outdir: bundlesDirectory,
    metafile: true,
    write: false,
  });
  writeBundles(new Map(result.outputFiles.map(({ path, contents }) => [path, contents])));
  writeNotices(result.metafile);
  replaceFile(join(bundlesDirectory, "meta.json"), Buffer.from(JSON.stringify(result.metafile)));
  removeStale(new Set(entryPoints.map(({ out }) => dirname(out))));
  // If a source changed meanwhile, the bundles may or may not contain it.
  if (digestOfSources() === digest) writeFileSync(stamp, digest);
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

function writeNotices({ outputs }: Metafile): void {
  for (const [path, output] of Object.entries(outputs)) {
    if (output.entryPoint === undefined) continue;
    const notices = Buffer.from(thirdPartyNotices(output, projectRoot));
    replaceFile(join(projectRoot, dirname(path), noticesName), notices);
  }
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

function removeStale(current: ReadonlySet<string>): void {
  for (const kind of functionKinds) {
    const directory = join(bundlesDirectory, kind);
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory)) {
      if (!current.has(join(kind, name))) rmSync(join(directory, name), { recursive: true, force: true });
    }
  }
}
