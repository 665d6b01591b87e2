import { spawn } from "node:child_process";
import { globSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { bundleSources, projectRoot } from "../bundle.ts";
import { dashboardSources } from "../dashboard.ts";
import { digestOf } from "../digest.ts";
import { putAssembly } from "./assembly-cache.ts";
import { addSourceMaps } from "./source-maps.ts";

/** The compiled code of the functions. All copies of an assembly share it: compiling takes half of a cold start. */
const compileCacheDirectory = join(projectRoot, "build", "compile-cache");

/** The sources of functions, stacks and dashboard. */
export const assemblySources = [...new Set([...bundleSources, ...dashboardSources])];

/** The folder in an assembly where the threads of its functions cache compiled code. */
export const compileCacheIn = (assemblyDirectory: string) => join(assemblyDirectory, "compile-cache");

/**
 * Puts the assembly of the present sources into `directory`, with source maps, in the place of everything else there. Builds
 * functions and dashboard and synthesizes the CDK app only if a source has changed: 8 s. The last assembly is stored in
 * `build/assembly`.
 *
 * Rejects with an Error whose message has one line, and after it the output of the process.
 * @param onMake called before functions and stacks are built
 */
export async function synthesize(
  directory: string,
  { signal, onMake }: { signal?: AbortSignal; onMake?: () => void } = {},
): Promise<void> {
  await putAssembly(directory, {
    cacheDirectory: join(projectRoot, "build", "assembly"),
    digest: () => digestOf(projectRoot, assemblySources),
    async make(folder) {
      onMake?.();
      await synthesizeAnew(folder, signal);
      addSourceMaps(folder);
      removeArchives(folder);
    },
    // It has the code of the assembly before.
    onStored: () => rmSync(compileCacheDirectory, { recursive: true, force: true }),
  });
  mkdirSync(compileCacheDirectory, { recursive: true });
  const link = compileCacheIn(directory);
  rmSync(link, { force: true });
  symlinkSync(compileCacheDirectory, link, "junction");
}

/** Removes assets that are archives: 22 MB, which no function here needs, would be in every copy. The emulator runs folders. */
function removeArchives(directory: string): void {
  for (const archive of globSync(join(directory, "asset.*.zip"))) rmSync(archive);
}

/** The app's environment. The digest knows the sources only, so no variable that changes a template is passed on. */
function environmentOf(directory: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:AWS|CDK|NODE|VITE)_/.test(name));
  // The CDK's advice on the templates is not shown here. `cdk synth` shows it, which takes 4 s more.
  return { ...Object.fromEntries(others), CDK_OUTDIR: directory, CDK_VALIDATION: "false" };
}

/**
 * Runs the app of `cdk synth` in its own process, which frees the CDK's memory (a quarter of a gigabyte) before the service
 * starts.
 */
async function synthesizeAnew(directory: string, signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [join(projectRoot, "bin", "app.ts")], {
    cwd: projectRoot,
    env: environmentOf(directory),
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`The app does not synthesize: run "npx cdk synth" to see it alone.\n${output.trimEnd()}`);
}
