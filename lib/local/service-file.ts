import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, parseJsonObject, textAt } from "../emulator/json.ts";

/** An organization and its first keys; the table holds the keys' hashes only. */
export interface Organization {
  organizationId: string;
  keys: { read: string; write: string; admin: string };
}

/** `service.json`: how others find the service that runs on a state folder. */
export interface ServiceFile extends Organization {
  url: string;
  httpUrl: string;
  tls: { caFile: string; certFile: string; keyFile: string };
  /** Stands in the file exactly while the service is ready. */
  pid?: number;
}

/** Replaces the file at once; only its owner may read it. */
export function writeServiceFile(stateDirectory: string, content: ServiceFile): void {
  replace(stateDirectory, JSON.stringify(content, null, 2));
}

/** The organization of an earlier run, if the file of one is there. */
export function readOrganization(stateDirectory: string): Organization | undefined {
  const content = readFile(stateDirectory);
  return content === undefined ? undefined : organizationOf(content);
}

/** Takes the pid out: the service is not ready, or not any more. */
export function markNotReady(stateDirectory: string): void {
  const content = readFile(stateDirectory);
  if (content === undefined || content["pid"] === undefined) return;
  const { pid: _pid, ...rest } = content;
  replace(stateDirectory, JSON.stringify(rest, null, 2));
}

/** Reads what the operator's function answers; undefined when it is no organization. */
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
    // Cut short or edited by hand: a new organization is made, the old one's data stay where they are.
    return undefined;
  }
}

function replace(stateDirectory: string, text: string): void {
  const path = pathOf(stateDirectory);
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${text}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
