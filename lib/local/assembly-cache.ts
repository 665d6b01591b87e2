import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isDiskFull } from "../emulator/disk-space.ts";

/** The file in a folder that names the sources of the assembly beside it. It is written last. */
const stampName = "sources.sha256";

/** How an assembly is made, and where the last one is stored. */
export interface AssemblyCache {
  /** The folder that holds one assembly, in a folder named by its digest. */
  cacheDirectory: string;
  /** Returns a digest of everything that an assembly is made of. */
  digest: () => string;
  /** Makes an assembly in a folder that does not exist. */
  make: (directory: string) => Promise<void>;
  /** Called when a new assembly has been stored in the place of another one. */
  onStored: () => void;
}

/**
 * Puts the assembly of the present sources into `directory`, in the place of everything else there. An assembly of the same
 * sources that is complete stays as it is; one that is stored is copied; else it is made, and stored.
 *
 * The process may be killed at any moment, and other processes may do the same with the same cache.
 */
export async function putAssembly(directory: string, cache: AssemblyCache): Promise<void> {
  const digest = cache.digest();
  if (digestIn(directory) === digest) return;
  rmSync(directory, { recursive: true, force: true });
  const cached = join(cache.cacheDirectory, digest);
  if (!copyCached(cached, directory)) {
    await cache.make(directory);
    // If a source changed meanwhile, the assembly may or may not contain the change.
    if (cache.digest() !== digest) return;
    store(directory, cached, cache);
  }
  writeFileSync(join(directory, stampName), digest);
}

/** Returns undefined when there is no complete assembly of known sources. */
function digestIn(directory: string): string | undefined {
  const stamp = join(directory, stampName);
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}

/** Returns false when there is no such assembly, or another process removes it during the copy. Throws when the disk is full. */
function copyCached(cached: string, directory: string): boolean {
  if (!existsSync(cached)) return false;
  try {
    cpSync(cached, directory, { recursive: true });
    return true;
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (isDiskFull(error)) throw error;
    return false;
  }
}

/** Replaces the cached assembly with this one, unless another process does so at the same time. */
function store(directory: string, cached: string, { cacheDirectory, onStored }: AssemblyCache): void {
  const temporary = `${cached}.${process.pid}`;
  try {
    rmSync(cacheDirectory, { recursive: true, force: true });
    onStored();
    mkdirSync(cacheDirectory, { recursive: true });
    cpSync(directory, temporary, { recursive: true });
    renameSync(temporary, cached);
  } catch {
    rmSync(temporary, { recursive: true, force: true });
  }
}
