import { readFileSync } from "node:fs";
import { trusted } from "../../../functions/domain/trusted.ts";
import { documentFile } from "../../../lib/openapi/document-file.ts";
import type { HttpMethod, OpenApi, Operation, Ref } from "../../../lib/openapi/document-types.ts";

/** The stored document, docs/openapi.json. */
export const document = trusted<OpenApi>(JSON.parse(readFileSync(documentFile, "utf8")));

/** The target of a reference. Returns anything else unchanged. */
export function resolved<Part extends object>(part: Part | Ref): Part {
  if (!("$ref" in part)) return part;
  const path = part.$ref.split("/").slice(1);
  let found: unknown = document;
  for (const name of path) found = Reflect.get(Object(found), name);
  return trusted<Part>(found);
}

export interface Found {
  path: string;
  operation: Operation;
}

/** Every operation of the document with its path and method. */
export function operations(): (Found & { method: HttpMethod })[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** The paths of the document. A path without parameters takes precedence (OpenAPI 3.1, 4.8.8.2). */
const paths = Object.keys(document.paths)
  .toSorted((one, other) => braces(one) - braces(other))
  .map((template) => ({ template, pattern: patternOf(template) }));

/** The operation that a request matches, if any. */
export function operationOf(method: string, target: string): Found | undefined {
  const [path = ""] = target.split("?");
  const template = paths.find(({ pattern }) => pattern.test(path))?.template;
  const item = template === undefined ? undefined : document.paths[template];
  const operation = new Map<string, Operation>(Object.entries(item ?? {})).get(method.toLowerCase());
  return template === undefined || operation === undefined ? undefined : { path: template, operation };
}

function braces(template: string): number {
  return template.split("{").length - 1;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
