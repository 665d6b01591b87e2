import { appendFileSync, copyFileSync, existsSync, globSync, readFileSync } from "node:fs";
import { sourceMapOf } from "../bundle.ts";

/** Adds its source map to each bundle of an assembly, so debuggers and stack traces show the TypeScript. */
export function addSourceMaps(assemblyDirectory: string): void {
  for (const bundle of globSync(`${assemblyDirectory}/asset.*/index.mjs`)) {
    const map = sourceMapOf(readFileSync(bundle));
    // Missing when another process has bundled other sources at the same time.
    if (!existsSync(map)) continue;
    copyFileSync(map, `${bundle}.map`);
    appendFileSync(bundle, "//# sourceMappingURL=index.mjs.map\n");
  }
}
