import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** A digest of the version of Node.js and of the names and contents of files. A folder stands for all files in it. */
export function digestOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.flatMap((one) => filesOf(root, one))) {
    const content = readFileSync(join(root, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesOf(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesOf(root, join(path, name)));
}
