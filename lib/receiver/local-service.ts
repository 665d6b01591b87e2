import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJsonObject, textAt } from "../emulator/json.ts";

/** What the receiver reads of the local service: its URL, a key that may subscribe, and its certificate. */
export interface LocalService {
  url: string;
  writeKey: string;
  caFile: string;
  /** PEM. */
  cert: string;
  key: string;
  /** False: it has run on the folder and does not run now. */
  isRunning: boolean;
}

/** Reads the state folder of a local service. Throws an Error of one line when no service has run on it. */
export function readLocalService(stateDirectory: string): LocalService {
  const path = join(stateDirectory, "service.json");
  if (!existsSync(path)) {
    throw new Error(
      `No service has run on the state folder ${stateDirectory} yet: run npm start first, or name its folder with --state.`,
    );
  }
  try {
    const content = parseJsonObject(readFileSync(path, "utf8"), path);
    const needed = (...names: string[]) => {
      const text = textAt(content, ...names);
      if (text === undefined) throw new Error(`${path} lacks ${names.join(".")}`);
      return text;
    };
    return {
      url: needed("url"),
      writeKey: needed("keys", "write"),
      caFile: needed("tls", "caFile"),
      cert: readFileSync(needed("tls", "certFile"), "utf8"),
      key: readFileSync(needed("tls", "keyFile"), "utf8"),
      isRunning: content["pid"] !== undefined,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The state folder ${stateDirectory} cannot be used (${reason}): run npm start on it again.`,
      {
        cause: error,
      },
    );
  }
}
