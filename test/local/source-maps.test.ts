import { globSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, inject, it } from "vitest";
import { bundleFunctions, bundlesDirectory, projectRoot } from "../../lib/bundle.ts";

const mapLink = (path: string) => `//# sourceMappingURL=${basename(path)}.map\n`;

/** The local bundles by their content without the link to their source map. */
let localBundles: Map<string, string>;

beforeAll(async () => {
  await bundleFunctions();
  const paths = globSync(join(inject("assemblyDirectory"), "asset.*", "*.mjs"));
  localBundles = new Map(paths.map((path) => [readFileSync(path, "utf8").replace(mapLink(path), ""), path]));
});

it("a local bundle is the deployed bundle, and behind it a link to its source map", () => {
  const deployed = globSync(join(bundlesDirectory, "*", "*", "*.mjs")).map((path) =>
    readFileSync(path, "utf8"),
  );
  expect(new Set(deployed)).toEqual(new Set(localBundles.keys()));
  for (const [content, path] of localBundles)
    expect(readFileSync(path, "utf8") === content + mapLink(path), path).toBe(true);
});

it("the source map of a local bundle leads to the lines of the handler's TypeScript file", () => {
  const bundle = readFileSync(join(bundlesDirectory, "api", "get-brand", "index.mjs"), "utf8");
  const map = readFileSync(`${localBundles.get(bundle)}.map`, "utf8");
  const payload: SourceMapPayload = JSON.parse(map);
  // Minifying does not change texts, and the last of these is the one of functions/api/get-brand.ts.
  const lines = bundle.slice(0, bundle.lastIndexOf('("brand")')).split("\n");
  const entry = new SourceMap(payload).findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
  if (!("originalSource" in entry)) throw new Error("The source map has no entry for this position.");
  const source = new URL(entry.originalSource, payload.sourceRoot);
  expect(source.href).toBe(pathToFileURL(join(projectRoot, "functions", "api", "get-brand.ts")).href);
  expect(readFileSync(source, "utf8").split("\n")[entry.originalLine]).toContain('notFound("brand")');
});
