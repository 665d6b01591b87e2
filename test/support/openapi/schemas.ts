import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "../../../lib/openapi/component.ts";
import { document } from "./document.ts";

/** Of OpenAPI's own vocabulary: what it says is said by `oneOf` as well. */
const openApiKeywords = ["discriminator"];

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(openApiKeywords);
for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(local(schema), name);

/** Answers may gain fields; in a test every one of them must be in the document. */
const closed = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(closed);
closed.addVocabulary(openApiKeywords);
for (const [name, schema] of Object.entries(document.components.schemas))
  closed.addSchema(close(local(schema)), name);

const compiled = new Map<string, ValidateFunction>();

/** Wherein a value is not what a schema of the document says; nothing when it is. */
export function schemaFaults(
  schema: JsonSchema,
  value: unknown,
  { isClosed = true }: { isClosed?: boolean } = {},
): string[] {
  const key = `${isClosed} ${JSON.stringify(schema)}`;
  const own = local(schema);
  const validate = compiled.get(key) ?? (isClosed ? closed.compile(close(own)) : ajv.compile(own));
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = "", params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** With references that name a schema alone. */
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
