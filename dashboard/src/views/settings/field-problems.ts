import { ApiError } from "../../api/errors.ts";

/**
 * Why the API rejected a field, or parts of it; undefined if it did not. An entry of a list is named by its position and a
 * parameter by its name: "Entry 3: must be …".
 */
export function problemAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problems = error.fields.flatMap(({ field, reason }) => {
    const part = partOf(field, path);
    return part === undefined ? [] : [part === "" ? reason : `${part}: ${reason}`];
  });
  return problems.length === 0 ? undefined : problems.join("; ");
}

/** Whether a rejected field is the field at `path`, or a part of it. */
export const isAt = (field: string, path: string) => partOf(field, path) !== undefined;

/** Names the part of the field at `path` that was rejected: "" for the whole field, undefined if it is another field. */
function partOf(field: string, path: string): string | undefined {
  if (field === path) return "";
  if (field.startsWith(`${path}.`)) return field.slice(path.length + 1);
  if (!field.startsWith(`${path}[`)) return undefined;
  const index = Number.parseInt(field.slice(path.length + 1), 10);
  return `Entry ${index + 1}`;
}
