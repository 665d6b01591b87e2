import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { bundleOptions, bundleSources, projectRoot } from "../../lib/bundle.ts";
import { dashboardSources } from "../../lib/dashboard.ts";
import { assemblySources } from "../../lib/local/synthesize.ts";

/** Returns the project's own files that these files import, directly or not, and the files themselves. */
async function filesBehind(files: readonly string[]): Promise<string[]> {
  const { outExtension: _, ...options } = bundleOptions;
  const contents = files.map((file) => `import "./${file}";`).join("\n");
  const { metafile } = await build({
    ...options,
    // One bundle of everything: only the list of its files is read.
    stdin: { contents, resolveDir: projectRoot },
    packages: "external",
    loader: { ".svg": "file" },
    jsx: "automatic",
    minify: false,
    outdir: "unused",
    metafile: true,
    write: false,
  });
  const paths = Object.keys(metafile.inputs).filter((path) => !/^(?:<stdin>|built-in:)/.test(path));
  return paths.map((path) => path.replace(/\?.*/, ""));
}

const without = (sources: readonly string[], files: readonly string[]) =>
  files.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`)));

const handlers = ["api", "workers"].flatMap((kind) =>
  readdirSync(join(projectRoot, "functions", kind)).map((file) => `functions/${kind}/${file}`),
);

it("a change of any file that a function imports makes new bundles", async () => {
  const files = await filesBehind(handlers);
  expect(files).toEqual(expect.arrayContaining(["functions/table/brands.ts", "docs/openapi.json"]));
  expect(without(bundleSources, files)).toEqual([]);
});

it("a change of any file that the dashboard or its build imports makes a new dashboard", async () => {
  const files = await filesBehind(["dashboard/src/main.tsx", "dashboard/vite.config.ts"]);
  expect(files).toEqual(expect.arrayContaining(["client/api.ts", "dashboard/src/router.tsx"]));
  const others = ["dashboard/index.html", "dashboard/tsconfig.json", "tsconfig.json", "lib/dashboard.ts"];
  expect(without(dashboardSources, [...files, ...others])).toEqual([]);
});

it("a change of any file that bundles the functions, builds the dashboard or defines the stacks makes a new assembly", async () => {
  const files = await filesBehind(["bin/app.ts", "lib/local/synthesize.ts"]);
  expect(files).toEqual(
    expect.arrayContaining(["lib/stacks/api.ts", "lib/bundle.ts", "lib/local/source-maps.ts"]),
  );
  const others = ["package.json", "tsconfig.json", "node_modules/.package-lock.json"];
  expect(without(assemblySources, [...files, ...others])).toEqual([]);
});
