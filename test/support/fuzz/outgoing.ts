import { gzipSync } from "node:zlib";
import { keyFor } from "../api/cases.ts";
import type { Draft } from "./draft.ts";
import type { Body } from "./draft-body.ts";
import type { Auth, Header } from "./draft-headers.ts";
import type { CursorUse, Tampering } from "./draft-target.ts";
import { routeOf } from "./matching.ts";
import { filledIn, type GivenCursor, type Stage } from "./stage.ts";

/** A request as it goes over the wire. */
export interface Outgoing {
  method: string;
  path: string;
  query: string;
  headers: readonly Header[];
  body: Buffer | null;
  chunked: boolean;
}

export function outgoingOf(draft: Draft, stage: Stage): Outgoing {
  const { method, route, cursor, body } = draft;
  const given = cursor === null ? null : pickCursor(draft, cursor, stage);
  const query =
    cursor === null || given === null
      ? filledIn(draft.query, route, stage)
      : `${given.query}&cursor=${tampered(given.cursor, cursor.tampering)}`;
  const headers: Header[] = [...authHeaders(draft.auth, draft, stage), ...draft.headers];
  if (body !== null && body.contentType !== null) headers.push(["Content-Type", body.contentType]);
  if (body?.encoding === "gzip") headers.push(["Content-Encoding", "gzip"]);
  return {
    method,
    path: plain(filledIn(draft.path, route, stage)),
    query: plain(query),
    headers,
    body: body && bytesOf(body, filledIn(body.text, route, stage)),
    chunked: body?.chunked === true,
  };
}

/** Clients of a URL escape what may not stand in a request line. */
function plain(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/gu, (one) => encodeURIComponent(one.toWellFormed()));
}

function bytesOf({ encoding }: Body, text: string): Buffer {
  switch (encoding) {
    case "utf8":
      return Buffer.from(text, "utf8");
    case "bom":
      return Buffer.from(`\ufeff${text}`, "utf8");
    case "utf16le":
      return Buffer.from(text, "utf16le");
    case "latin1":
      return Buffer.from(text, "latin1");
    case "gzip":
      return gzipSync(text);
  }
}

function pickCursor(
  { route }: Draft,
  { from }: CursorUse,
  { cursors, stranger }: Stage,
): Omit<GivenCursor, "route"> | null {
  const own = cursors.filter((one) => one.route === route);
  const [first, second] = own;
  if (first === undefined) return null;
  switch (from) {
    case "thisList":
      return first;
    case "anotherOrder":
      return { query: second?.query ?? "", cursor: first.cursor };
    case "anotherList":
      return cursors.find((one) => one.route !== route) ?? null;
    case "stranger":
      return stranger?.cursors.find((one) => one.route === route) ?? first;
  }
}

function tampered(cursor: string, how: Tampering): string {
  const middle = Math.floor(cursor.length / 2);
  switch (how) {
    case "none":
      return cursor;
    case "bitFlipped":
      return `${cursor.slice(0, middle)}${cursor[middle] === "A" ? "B" : "A"}${cursor.slice(middle + 1)}`;
    case "cut":
      return cursor.slice(0, -1);
    case "cutShort":
      return cursor.slice(0, 38);
    case "longer":
      return `${cursor}A`;
    case "padded":
      return `${cursor}==`;
    case "standardBase64":
      return `${cursor}%2B%2F`;
    case "doubled":
      return cursor + cursor;
    case "reversed":
      return Array.from(cursor).toReversed().join("");
    case "spaced":
      return `${cursor}%20`;
    case "lowerCased":
      return `a${cursor.toLowerCase()}`;
    case "zeroed":
      return `${"A".repeat(16)}${cursor.slice(16)}`;
  }
}

function authHeaders(auth: Auth, { route }: Draft, { world, keys, stranger }: Stage): Header[] {
  const right = keyFor(routeOf(route), world);
  switch (auth) {
    case "right":
      return bearer(right);
    case "admin":
    case "read":
    case "write":
      return bearer(world.keys[auth]);
    case "lowerScheme":
      return [["authorization", `bearer ${right}`]];
    case "spaced":
      return [["AUTHORIZATION", `  Bearer   ${right}  `]];
    case "none":
      return [];
    case "empty":
      return [["Authorization", ""]];
    case "bare":
      return [["Authorization", "Bearer"]];
    case "basic":
      return [["Authorization", `Basic ${Buffer.from(`${right}:`).toString("base64")}`]];
    case "noScheme":
      return [["Authorization", right]];
    case "twoKeys":
      return [["Authorization", `Bearer ${right}, Bearer ${right}`]];
    case "unknown":
    case "revoked":
    case "expired":
    case "limited":
      return bearer(keys[auth]);
    case "wrongChecksum":
      return bearer(`${right.slice(0, -1)}${right.endsWith("a") ? "b" : "a"}`);
    case "stranger":
      return bearer(stranger?.world.keys.admin ?? keys.unknown);
    case "lowerKey":
      return bearer(right.toLowerCase());
    case "long":
      return bearer(`cps_${"x".repeat(10_000)}`);
    case "control":
      return [["Authorization", `Bearer ${right}\u00ff`]];
    case "twice":
      return [...bearer(right), ...bearer(keys.unknown)];
  }
}

function bearer(key: string): Header[] {
  return [["Authorization", `Bearer ${key}`]];
}
