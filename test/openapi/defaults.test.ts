import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { openBrand } from "../../functions/domain/brand.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import type { JsonSchema } from "../../lib/openapi/component.ts";
import { document, operationOf, resolved } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";

const rows: [string, Route][] = Object.entries(routes);
const withBody = rows.filter(([, { body }]) => body !== undefined);

/** The schema of a request body, and the body of its example. */
function requestBodyOf({ method, path }: Route): { schema: JsonSchema; example: object } {
  const media = operationOf(method, path)?.operation.requestBody?.content["application/json"];
  const [example] = Object.values(media?.examples ?? {});
  return { schema: resolved(trusted<JsonSchema>(media?.schema)), example: Object(example?.value) };
}

/** The value that a field gets when a request does not give it; undefined if it gets none. */
function valueWithout({ body }: Route, example: object, field: string): unknown {
  const given = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
  const parsed = body?.safeParse(given);
  return parsed?.success === true ? Reflect.get(Object(parsed.data), field) : undefined;
}

describe("the defaults of the document", () => {
  it.each(withBody)("a field that %s does not give gets the default that the document states", (_, route) => {
    const { schema, example } = requestBodyOf(route);
    const fields = Object.entries(schema.properties ?? {});
    const applied = fields
      .map(([name]) => [name, valueWithout(route, example, name)])
      .filter(([, value]) => value !== undefined);
    const documented = fields.map(([name, field]) => [name, Object(field).default]);
    expect(Object.fromEntries(documented)).toMatchObject(Object.fromEntries(applied));
  });

  it("every optional field of a new resource has a default, and no required field has one", () => {
    const newResources = Object.entries(document.components.schemas).filter(([name]) =>
      name.startsWith("New"),
    );
    expect(newResources.map(([name]) => name)).toContain("NewPipeline");
    for (const [component, { properties = {}, required = [] }] of newResources)
      for (const [name, field] of Object.entries(properties))
        expect("default" in Object(field), `${component}.${name}`).toBe(!required.includes(name));
  });

  it("the defaults of a brand's settings are the settings of a brand that was created without any", () => {
    const { settings } = openBrand(
      { id: "b", organizationId: "o", name: "Acme", timezone: "UTC", settings: {} },
      0,
    );
    const { properties = {} } = document.components.schemas["NewBrandSettings"] ?? {};
    const documented = Object.entries(properties).map(([name, field]) => [name, Object(field).default]);
    expect(Object.fromEntries(documented)).toEqual(settings);
  });

  it("the schema of a change has no defaults, because a field that is not given stays as it is", () => {
    const changes = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("Changes"));
    expect(changes.length).toBeGreaterThan(4);
    for (const [name, schema] of changes) expect(JSON.stringify(schema), name).not.toContain('"default"');
  });

  it("every default is a valid value of its field", () => {
    const withDefault = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.values(properties).filter((part) => typeof part !== "boolean" && "default" in part),
    );
    expect(withDefault.length).toBeGreaterThan(15);
    expect(withDefault.flatMap((part) => schemaFaults(Object(part), Object(part).default))).toEqual([]);
  });
});
