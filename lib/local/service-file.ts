import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, parseJsonObject, textAt } from "../emulator/json.ts";

/** An organization and its first keys. The table has only hashes of the keys. */
export interface Organization {
  organizationId: string;
  keys: { read: string; write: string; admin: string };
}

/** The content of `service.json`, which describes the service of a state folder to other programs. */
export interface ServiceFile extends Organization {
  url: string;
  httpUrl: string;
  tls: { caFile: string; certFile: string; keyFile: string };
  /** Present only while the service is ready. */
  pid?: number;
}

/** Replaces the file in one step. Only its owner may read it. */
export function writeServiceFile(stateDirectory: string, content: ServiceFile): void {
  replace(stateDirectory, JSON.stringify(content, null, 2));
}

/** Reads the organization of an earlier run. Returns undefined without one. */
export function readOrganization(stateDirectory: string): Organization | undefined {
  const content = readFile(stateDirectory);
  return content === undefined ? undefined : organizationOf(content);
}

/** Removes the pid: the service is not ready. */
export function markNotReady(stateDirectory: string): void {
  const content = readFile(stateDirectory);
  if (content === undefined || content["pid"] === undefined) return;
  const { pid: _pid, ...rest } = content;
  replace(stateDirectory, JSON.stringify(rest, null, 2));
}

/** Reads an organization from the operator's function or the file. Returns undefined for anything else. */
export function organizationOf(content: JsonObject): Organization | undefined {
  const organizationId = textAt(content, "organizationId");
  const read = textAt(content, "keys", "read");
  const write = textAt(content, "keys", "write");
  const admin = textAt(content, "keys", "admin");
  if (organizationId === undefined || read === undefined || write === undefined || admin === undefined)
    return undefined;
  return { organizationId, keys: { read, write, admin } };
}

function pathOf(stateDirectory: string): string {
  return join(stateDirectory, "service.json");
}

function readFile(stateDirectory: string): JsonObject | undefined {
  const path = pathOf(stateDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return parseJsonObject(readFileSync(path, "utf8"), path);
  } catch {
    // Incomplete or edited by hand: a new organization is made, and the data of the old one stay.
    return undefined;
  }
}

function replace(stateDirectory: string, text: string): void {
  const path = pathOf(stateDirectory);
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${text}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
