import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "../../../lib/openapi/component.ts";
import { document } from "./document.ts";

/** A keyword of OpenAPI that is no JSON Schema. `oneOf` checks the same. */
const openApiKeywords = ["discriminator"];

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(openApiKeywords);
for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(local(schema), name);

/** Clients must accept new fields in responses. In tests, every field must be in the document. */
const closed = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(closed);
closed.addVocabulary(openApiKeywords);
for (const [name, schema] of Object.entries(document.components.schemas))
  closed.addSchema(close(local(schema)), name);

const compiled = new Map<string, ValidateFunction>();

/** The differences between a value and a schema of the document; empty if there are none. */
export function schemaFaults(
  schema: JsonSchema,
  value: unknown,
  { isClosed = true }: { isClosed?: boolean } = {},
): string[] {
  const key = `${isClosed} ${JSON.stringify(schema)}`;
  const validate =
    compiled.get(key) ?? (isClosed ? closed.compile(close(local(schema))) : ajv.compile(local(schema)));
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = "", params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The schema with references that are only the name of a schema. */
function local(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", ""));
}

function close(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    isOpenObject(part) ? { ...part, additionalProperties: false } : part,
  );
}

function isOpenObject(part: unknown): part is JsonSchema {
  return (
    typeof part === "object" &&
    part !== null &&
    "type" in part &&
    part.type !== undefined &&
    "properties" in part &&
    !("additionalProperties" in part)
  );
}
