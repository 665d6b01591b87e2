import { appendFileSync, copyFileSync, existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sourceMapOf } from "../bundle.ts";

/** Adds its source map to each file of a bundle of an assembly, so debuggers and stack traces show the TypeScript. */
export function addSourceMaps(assemblyDirectory: string): void {
  for (const bundle of globSync(`${assemblyDirectory}/asset.*/*.mjs`)) {
    const map = sourceMapOf(readFileSync(bundle));
    // Missing when another process has bundled other sources at the same time.
    if (!existsSync(map)) continue;
    copyFileSync(map, `${bundle}.map`);
    appendFileSync(bundle, `//# sourceMappingURL=${basename(bundle)}.map\n`);
  }
}
