import type * as z from "zod/mini";
import type { FieldProblem } from "../domain/errors.ts";
import { pluralize } from "../domain/pluralize.ts";

/** The parsed input, or every invalid field, not only the first. */
export type Validated<Output> =
  | { value: Output; problems: readonly [] }
  | { value?: never; problems: readonly FieldProblem[] };

/** Parses the input of a client. Without a schema the route takes no input. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema | undefined,
  value: unknown,
): Validated<z.output<Schema> | undefined> {
  if (schema === undefined) return { value: undefined, problems: [] };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, problems: [] };
  const found = withoutLengthOfWrongType(parsed.error).flatMap((issue) => problemsOf(issue, value));
  // Several names that cannot be shown are one problem.
  return { problems: [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()] };
}

/** Joins problems: those of the second list only for fields that the first list does not name. */
export function joinProblems(
  found: readonly FieldProblem[],
  others: readonly FieldProblem[] = [],
): FieldProblem[] {
  const named = new Set(found.map(({ field }) => field));
  return [...found, ...others.filter(({ field }) => !named.has(field))];
}

/** Drops length issues where the type is already wrong. */
function withoutLengthOfWrongType({ issues }: z.core.$ZodError): z.core.$ZodIssue[] {
  const wrongTypes = new Set(issues.filter(isOfWrongType).map(({ path }) => fieldName(path)));
  return issues.filter((issue) => isOfWrongType(issue) || !wrongTypes.has(fieldName(issue.path)));
}

function isOfWrongType({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_type";
}

/** Whether an error may show a name that a client has made up. Any other may be text that somebody wants to see reflected. */
export function isShown(name: string): boolean {
  return /^[\w.[\]-]{1,64}$/.test(name);
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): FieldProblem[] {
  const { path } = issue;
  if (issue.code === "invalid_key") {
    const shown = isShown(String(path.at(-1)));
    return issue.issues.map(({ message }) =>
      shown
        ? { field: fieldName(path), reason: message }
        : { field: fieldName(path.slice(0, -1)), reason: `has a name that is not valid: it ${message}` },
    );
  }
  return [{ field: fieldName(path), reason: reasonOf(issue, value) }];
}

/** The path of a field, such as `events[1]` or `settings.postingSlots[0].time`; `body` for the body itself. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")
    .slice(0, 200);
  return name === "" ? "body" : name;
}

function isMissing(path: readonly PropertyKey[], value: unknown): boolean {
  let at = value;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return true;
    at = Reflect.get(at, part);
  }
  return at === undefined;
}

const articles: Partial<Record<string, string>> = {
  array: "an array",
  object: "an object",
  int: "an integer",
};
const units: Partial<Record<string, string>> = { string: "character", array: "item" };

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (isMissing(issue.path, value)) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${articles[issue.expected] ?? `a ${issue.expected}`}`;
    case "too_small":
      return `must be at least ${bound(Number(issue.minimum), issue.origin)}`;
    case "too_big":
      return `must be at most ${bound(Number(issue.maximum), issue.origin)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
    case "custom":
      return issue.message;
    case "invalid_union":
      // The type of one of several kinds of objects is unknown.
      if ("options" in issue && Array.isArray(issue.options))
        return `must be one of ${issue.options.map(String).join(", ")}`;
      // Without errors of its options, the field that chooses one of them is wrong. The schema says what it must be.
      return issue.errors.length === 0 ? issue.message : "is not valid";
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_key":
    case "invalid_element":
      return "is not valid";
  }
}

function bound(limit: number, origin: string): string {
  const noun = units[origin];
  return noun === undefined ? String(limit) : pluralize(limit, noun);
}
