import { appendFileSync, copyFileSync, existsSync, globSync, readFileSync } from "node:fs";
import { sourceMapOf } from "../bundle.ts";

/** Gives each bundle of an assembly its source map, so that debuggers and stack traces show the TypeScript. */
export function addSourceMaps(assemblyDirectory: string): void {
  for (const bundle of globSync(`${assemblyDirectory}/asset.*/index.mjs`)) {
    const map = sourceMapOf(readFileSync(bundle));
    // Another process may have bundled other sources meanwhile.
    if (!existsSync(map)) continue;
    copyFileSync(map, `${bundle}.map`);
    appendFileSync(bundle, "//# sourceMappingURL=index.mjs.map\n");
  }
}
