import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultReceiver, openReceiver } from "./receiver.ts";
import { type FaultyService, startFaulty } from "./service.ts";

/** A state folder with the subscribers' endpoints, and the one service that runs on it at a time. */
export interface Stage {
  stateDirectory: string;
  receiver: FaultReceiver;
  /** Starts the service on the folder, the one before having been killed. */
  start(speed: number): Promise<FaultyService>;
  close: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-faults-"));
  const stateDirectory = join(folder, "state");
  const receiver = await openReceiver(folder);
  let running: FaultyService | undefined;
  return {
    stateDirectory,
    receiver,
    async start(speed) {
      await running?.kill();
      running = await startFaulty({ stateDirectory, caFile: receiver.caFile, speed });
      return running;
    },
    async close() {
      await running?.kill();
      receiver.close();
      // To look into what a run has left.
      if (process.env.FAULT_KEEP !== undefined) return console.log(`kept: ${folder}`);
      // The engine ends a moment after the service, and writes until then.
      for (let tries = 0; existsSync(folder) && tries < 100; tries += 1) {
        if (tries > 0) await sleep(50);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
