import { isJsonObject, type Json, type JsonObject, textAt } from "../json.ts";

export type EventFilter = (event: Json) => boolean;

/**
 * Compiles a filter pattern of an event source mapping. Every named field must match one of its alternatives: a value, or
 * `prefix`, `suffix`, `equals-ignore-case`, `anything-but` or `exists`. Throws an Error that names any other operator.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function compileFilter(pattern: JsonObject, where: string): EventFilter {
  const fields = Object.entries(pattern).map(([name, below]): EventFilter => {
    const test = compileField(name, below, where);
    return (event) => test(isJsonObject(event) ? event[name] : undefined);
  });
  return (event) => fields.every((matches) => matches(event));
}

type FieldTest = (value: Json | undefined) => boolean;

function compileField(name: string, below: Json, where: string): FieldTest {
  if (Array.isArray(below)) {
    const alternatives = below.map((alternative) => compileAlternative(alternative, where));
    return (value) => alternatives.some((matches) => matches(value));
  }
  if (!isJsonObject(below))
    throw new Error(`${where}: in FilterCriteria, ${name} must hold a list or an object`);
  const filter = compileFilter(below, where);
  return (value) => filter(value ?? null);
}

function compileAlternative(alternative: Json, where: string): FieldTest {
  if (!isJsonObject(alternative)) return (value) => value === alternative;
  const [operator, operand] = Object.entries(alternative)[0] ?? ["", null];
  switch (operator) {
    case "prefix":
      return (value) => typeof value === "string" && value.startsWith(textAt({ operand }, "operand") ?? "\0");
    case "suffix":
      return (value) => typeof value === "string" && value.endsWith(textAt({ operand }, "operand") ?? "\0");
    case "equals-ignore-case": {
      const wanted = textAt({ operand }, "operand")?.toLowerCase();
      return (value) => typeof value === "string" && value.toLowerCase() === wanted;
    }
    case "exists":
      return (value) => (value !== undefined) === operand;
    case "anything-but": {
      const excluded = Array.isArray(operand) ? operand : [operand];
      if (excluded.some(isJsonObject)) break;
      return (value) => value !== undefined && !excluded.includes(value);
    }
  }
  throw new Error(`${where}: the emulator does not know the filter ${JSON.stringify(alternative)}`);
}
