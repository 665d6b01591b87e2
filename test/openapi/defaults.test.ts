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

/** The schema of a request's body, and the body of its example. */
function taken({ method, path }: Route): { schema: JsonSchema; example: object } {
  const media = operationOf(method, path)?.operation.requestBody?.content["application/json"];
  const [example] = Object.values(media?.examples ?? {});
  return { schema: resolved(trusted<JsonSchema>(media?.schema)), example: Object(example?.value) };
}

/** What comes of a field that is not given; undefined where nothing does. */
function unless({ body }: Route, example: object, field: string): unknown {
  const given = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
  const parsed = body?.safeParse(given);
  return parsed?.success === true ? Reflect.get(Object(parsed.data), field) : undefined;
}

describe("what is not given", () => {
  it.each(withBody)("of the body of %s is what the document says that it is then", (_, route) => {
    const { schema, example } = taken(route);
    const fields = Object.entries(schema.properties ?? {});
    const come = fields
      .map(([name]) => [name, unless(route, example, name)])
      .filter(([, value]) => value !== undefined);
    const told = fields.map(([name, field]) => [name, Object(field).default]);
    expect(Object.fromEntries(told)).toMatchObject(Object.fromEntries(come));
  });

  it("is told of every field of what is made new that need not be given", () => {
    const news = Object.entries(document.components.schemas).filter(([name]) => name.startsWith("New"));
    expect(news.map(([name]) => name)).toContain("NewPipeline");
    for (const [component, { properties = {}, required = [] }] of news)
      for (const [name, field] of Object.entries(properties))
        expect("default" in Object(field), `${component}.${name}`).toBe(!required.includes(name));
  });

  it("of a brand's settings is what a brand without any has", () => {
    const { settings } = openBrand(
      { id: "b", organizationId: "o", name: "Acme", timezone: "UTC", settings: {} },
      0,
    );
    const { properties = {} } = document.components.schemas["NewBrandSettings"] ?? {};
    const told = Object.entries(properties).map(([name, field]) => [name, Object(field).default]);
    expect(Object.fromEntries(told)).toEqual(settings);
  });

  it("stays as it is in a change, which has no defaults", () => {
    const changes = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("Changes"));
    expect(changes.length).toBeGreaterThan(4);
    for (const [name, schema] of changes) expect(JSON.stringify(schema), name).not.toContain('"default"');
  });

  it("is always something that could be given", () => {
    const told = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.values(properties).filter((part) => typeof part !== "boolean" && "default" in part),
    );
    expect(told.length).toBeGreaterThan(15);
    expect(told.flatMap((part) => schemaFaults(Object(part), Object(part).default))).toEqual([]);
  });
});
