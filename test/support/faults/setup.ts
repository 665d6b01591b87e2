import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultyService, startFaultyService } from "./faulty-service.ts";
import { openReceiver, type Receiver } from "./receiver.ts";

/** A state folder, the subscribers' endpoints, and one running service at a time. */
export interface FaultSetup {
  stateDirectory: string;
  receiver: Receiver;
  /** Kills the running service, if any, and starts a new one on the same folder. */
  start(speed: number): Promise<FaultyService>;
  close: () => Promise<void>;
}

export async function openFaultSetup(): Promise<FaultSetup> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-faults-"));
  const stateDirectory = join(folder, "state");
  const receiver = await openReceiver(folder);
  let running: FaultyService | undefined;
  return {
    stateDirectory,
    receiver,
    async start(speed) {
      await running?.kill();
      running = await startFaultyService({ stateDirectory, caFile: receiver.caFile, speed });
      return running;
    },
    async close() {
      await running?.kill();
      receiver.close();
      // FAULT_KEEP keeps the folder of a run, to inspect it.
      if (process.env.FAULT_KEEP !== undefined) return console.log(`kept: ${folder}`);
      // The engine ends shortly after the service and writes files until then.
      for (let tries = 0; existsSync(folder) && tries < 100; tries += 1) {
        if (tries > 0) await sleep(50);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
