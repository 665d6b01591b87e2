import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** Where the functions' sources are, and so which kinds of functions there are. */
const KINDS = ["api", "workers"] as const;

/** The folder that holds package.json. */
export const projectRoot = join(import.meta.dirname, "..");

/** Where the bundles are written: one folder `<kind>/<name>` with an `index.mjs` per function, and `meta.json`. */
export const bundlesDirectory = join(projectRoot, "build", "functions");

/**
 * Named imports of node:http read every export of it, and one of them loads a whole HTTP client: 14 ms of a cold
 * start, for a table of status texts that the body parser asks for.
 */
const statusCodesAlone: Plugin = {
  name: "status-codes-alone",
  setup(builder) {
    builder.onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      importer.includes(join("@middy", "util")) ? { path: "status-codes", namespace: "alone" } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: "alone" }, () => ({
      contents: 'export const { STATUS_CODES } = process.getBuiltinModule("node:http");',
    }));
  },
};

/** How a function is bundled, wherever it is written to. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  alias: { "@aws-sdk/credential-provider-node": join(projectRoot, "lib", "function-credentials.ts") },
  plugins: [statusCodesAlone],
  legalComments: "none",
  logLevel: "silent",
} satisfies BuildOptions;

/**
 * Bundles every function of functions/api and functions/workers in one pass of esbuild.
 *
 * The same sources always give the same bytes, and a file is replaced only when its content changes and then at once,
 * so that several processes may do this at the same time. Folders of functions that are gone are removed.
 */
export async function bundleFunctions(): Promise<void> {
  const entryPoints = KINDS.flatMap((kind) =>
    sourcesOf(kind).map((name) => ({
      in: join(projectRoot, "functions", kind, `${name}.ts`),
      out: join(kind, name, "index"),
    })),
  );
  const result = await build({
    ...bundleOptions,
    entryPoints,
    outdir: bundlesDirectory,
    metafile: true,
    write: false,
  });
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  replaceFile(join(bundlesDirectory, "meta.json"), Buffer.from(JSON.stringify(result.metafile)));
  removeStale(new Set(entryPoints.map(({ out }) => dirname(out))));
}

function sourcesOf(kind: (typeof KINDS)[number]): string[] {
  return readdirSync(join(projectRoot, "functions", kind))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
}

function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  // Outside the function's folder: what stands in that folder is the asset.
  const temporary = join(
    bundlesDirectory,
    `.${relative(bundlesDirectory, path).replaceAll(/[/\\]/g, "-")}.${process.pid}`,
  );
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function removeStale(current: ReadonlySet<string>): void {
  for (const kind of KINDS) {
    const directory = join(bundlesDirectory, kind);
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory)) {
      if (!current.has(join(kind, name))) rmSync(join(directory, name), { recursive: true, force: true });
    }
  }
}
