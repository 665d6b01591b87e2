import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./assembly-fixture.ts";

/** A small file system on a folder, which only programs that are run by `command` see there. It ends with its test. */
export interface SmallDisk {
  /** The folder, for programs that are run by `command`. */
  folder: string;
  /** The same folder for this process. */
  seenFolder: string;
  /** Returns the command that runs a program with the disk. */
  command(program: readonly string[]): string[];
  /** Writes until the disk is full. */
  fill(): void;
  /** Undoes `fill`. */
  free(): void;
}

/** Why this machine cannot have a small disk without root; undefined if it can. */
export function noSmallDisk(): string | undefined {
  const mount = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"];
  const { status, error, stderr } = spawnSync("unshare", mount, { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Mounts a tmpfs in a user and mount namespace that a sleeping process holds. */
export async function openSmallDisk(size: `${number}m`): Promise<SmallDisk> {
  const folder = temporaryFolder();
  const script = `mount -t tmpfs -o size=${size} tmpfs "$0" && echo mounted && exec sleep infinity`;
  const holder = spawn("unshare", ["-rm", "sh", "-c", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  const pid = String(holder.pid);
  const seenFolder = join("/proc", pid, "root", folder);
  const filler = join(seenFolder, "filler");
  return {
    folder,
    seenFolder,
    command: (program) => ["nsenter", "-t", pid, "-U", "-m", "--preserve-credentials", "--", ...program],
    fill() {
      const file = openSync(filler, "a");
      for (let bytes = 1 << 20; bytes >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(bytes));
        } catch {
          bytes >>= 1;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
  };
}
