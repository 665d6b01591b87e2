import { gzipSync } from "node:zlib";
import { keyFor } from "../api/valid-requests.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { RequestTemplate } from "./request-template.ts";
import { routeOf } from "./route-matching.ts";
import type { FuzzSetup, IssuedCursor } from "./setup.ts";
import type { Body } from "./template-body.ts";
import type { Auth, Header } from "./template-headers.ts";
import type { CursorUse, Tampering } from "./template-target.ts";

/** A request as the client sends it. */
export interface FuzzRequest {
  method: string;
  path: string;
  query: string;
  headers: readonly Header[];
  body: Buffer | null;
  chunked: boolean;
}

export function fuzzRequestOf(template: RequestTemplate, setup: FuzzSetup): FuzzRequest {
  const { method, route, cursor, body } = template;
  const given = cursor === null ? null : pickCursor(template, cursor, setup);
  const query =
    cursor === null || given === null
      ? fillPlaceholders(template.query, route, setup)
      : `${given.query}&cursor=${tampered(given.cursor, cursor.tampering)}`;
  const headers: Header[] = [...authHeaders(template.auth, template, setup), ...template.headers];
  if (body !== null && body.contentType !== null) headers.push(["Content-Type", body.contentType]);
  if (body?.encoding === "gzip") headers.push(["Content-Encoding", "gzip"]);
  return {
    method,
    path: encodedForRequestLine(fillPlaceholders(template.path, route, setup)),
    query: encodedForRequestLine(query),
    headers,
    body: body && bytesOf(body, fillPlaceholders(body.text, route, setup)),
    chunked: body?.chunked === true,
  };
}

/** Percent-encodes characters that a request line may not have, as clients do. */
function encodedForRequestLine(text: string): string {
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
  { route }: RequestTemplate,
  { from }: CursorUse,
  { cursors, foreign }: FuzzSetup,
): Omit<IssuedCursor, "route"> | null {
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
    case "foreign":
      return foreign?.cursors.find((one) => one.route === route) ?? first;
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

function authHeaders(
  auth: Auth,
  { route }: RequestTemplate,
  { fixtures, keys, foreign }: FuzzSetup,
): Header[] {
  const right = keyFor(routeOf(route), fixtures);
  switch (auth) {
    case "right":
      return bearer(right);
    case "admin":
    case "read":
    case "write":
      return bearer(fixtures.keys[auth]);
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
    case "foreign":
      return bearer(foreign?.fixtures.keys.admin ?? keys.unknown);
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
