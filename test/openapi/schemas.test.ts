import { describe, expect, it } from "vitest";
import { eventTypes } from "../../functions/domain/event.ts";
import type { JsonSchema } from "../../lib/openapi/component.ts";
import { document, operations } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";

const { schemas, parameters, headers } = document.components;

/** Every schema of the document with its path, at any depth. */
const everywhere = [
  ...Object.entries(schemas).flatMap(([name, schema]) => within(schema, name)),
  ...Object.entries({ ...parameters, ...headers }).flatMap(([name, { schema }]) => within(schema, name)),
  ...operations().flatMap(({ operation: { operationId, parameters: own = [] } }) =>
    own.flatMap((one) => ("schema" in one ? within(one.schema, `${operationId}.${one.name}`) : [])),
  ),
];

describe("the document is easy for code generators", () => {
  it("every regular expression engine reads the patterns: they have no lookaround, Unicode classes, back references or \\u", () => {
    const patterns = everywhere.flatMap(({ where, schema: { pattern } }) =>
      pattern === undefined ? [] : [{ where, pattern }],
    );
    expect(patterns.length).toBeGreaterThan(50);
    for (const { where, pattern } of patterns) {
      expect(pattern, where).not.toMatch(/\(\?(?!:)|\\[pPukK1-9]/);
      expect(() => new RegExp(pattern, "u"), where).not.toThrow();
    }
  });

  it("no schema name hides a global name of TypeScript", () => {
    expect(Object.keys(schemas).filter((name) => name in globalThis)).toEqual([]);
  });

  it("every object and every set of values that occurs more than once is a named schema", () => {
    const inline = everywhere
      .filter(({ where, schema }) => where.includes(".") && isWorthAName(schema))
      .map(({ schema }) => JSON.stringify(withoutTexts(schema)));
    expect(inline.filter((one, index) => inline.indexOf(one) !== index)).toEqual([]);
    const named = Object.values(schemas).map((schema) => JSON.stringify(withoutTexts(schema)));
    expect(inline.filter((one) => named.includes(one))).toEqual([]);
  });

  it("one schema covers the bodies of all deliveries, and the type is its discriminator", () => {
    const { oneOf = [], discriminator } = schemas["WebhookEvent"] ?? {};
    const bodies = eventTypes.map((type) => {
      const { requestBody } = document.webhooks[type]?.post ?? {};
      return requestBody?.content["application/json"];
    });
    expect(oneOf).toEqual(bodies.map((body) => body?.schema));
    expect(discriminator).toEqual({
      propertyName: "type",
      mapping: Object.fromEntries(eventTypes.map((type, index) => [type, bodies[index]?.schema.$ref])),
    });
    for (const [index, body] of bodies.entries()) {
      const example: object = Object(body?.examples["delivery"]?.value);
      const union = { $ref: "#/components/schemas/WebhookEvent" };
      expect(schemaFaults(union, example)).toEqual([]);
      expect(schemaFaults(union, { ...example, type: eventTypes[index === 0 ? 1 : 0] })).not.toEqual([]);
    }
  });
});

function within(schema: JsonSchema | boolean, where: string): { where: string; schema: JsonSchema }[] {
  if (typeof schema === "boolean") return [];
  const { properties = {}, items, additionalProperties, propertyNames, anyOf = [] } = schema;
  const parts = [items, additionalProperties, propertyNames, ...anyOf].flat();
  return [
    { where, schema },
    ...Object.entries(properties).flatMap(([name, part]) => within(part, `${where}.${name}`)),
    ...parts.flatMap((part) => (part === undefined ? [] : within(part, `${where}.[]`))),
  ];
}

/** Whether a schema is an object with fields, or has more than two values. */
function isWorthAName({ properties, enum: values = [] }: JsonSchema): boolean {
  return properties !== undefined || values.length > 2;
}

function withoutTexts(schema: JsonSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (name, part: unknown) =>
      name === "description" || name === "default" ? undefined : part,
    ),
  );
}
