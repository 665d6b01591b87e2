import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { validate } from "../../functions/platform/validate.ts";
import type { JsonSchema } from "../../lib/openapi/component.ts";
import { operationOf, resolved } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";

/** Two UTF-16 units and four bytes, but one character of Unicode, as JSON Schema counts them. */
const emoji = "😀";

/** Every text in a request body that has a maximum length, by its path. */
const texts = Object.entries<Route>(routes).flatMap(([name, route]) => {
  const { requestBody } = operationOf(route.method, route.path)?.operation ?? {};
  const media = requestBody?.content["application/json"];
  if (media === undefined) return [];
  const [example] = Object.values(media.examples);
  return fieldsOf(trusted<JsonSchema>(media.schema)).map(({ path, lengthMax }) => ({
    title: `${name} ${path.join(".")}`,
    route,
    lengthMax,
    schema: media.schema,
    bodyWith: (text: string) => withField(example?.value, path, text),
    field: path.join("."),
  }));
});

describe("lengths of texts", () => {
  // In the other texts with a maximum length an emoji is not allowed.
  const free = texts.filter(({ field }) => !/url|link|timezone|schedule|webhookId/i.test(field));

  it.each(free.map((one) => [one.title, one] as const))(
    "the document and the service count the characters of %s, not its UTF-16 units or bytes",
    (_, { route, lengthMax, schema, ...one }) => {
      const longest = one.bodyWith(emoji.repeat(lengthMax));
      expect(validate(route.body, longest).problems).toEqual([]);
      expect(schemaFaults(schema, longest, { isClosed: false })).toEqual([]);

      const tooLong = one.bodyWith(emoji.repeat(lengthMax + 1));
      expect(validate(route.body, tooLong).problems).toEqual([
        {
          field: one.field,
          reason: `must be at most ${lengthMax} characters`,
        },
      ]);
      expect(schemaFaults(schema, tooLong, { isClosed: false })).not.toEqual([]);
    },
  );

  it("the tested texts include names, post texts, secrets and descriptions", () => {
    expect(free.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        "createBrand name",
        "createBrand settings.voice",
        "updatePost text",
        "createWebhook secret",
        "rotateWebhookSecret secret",
        "createWebhook description",
        "createApiKey name",
      ]),
    );
  });
});

function fieldsOf(schema: JsonSchema, path: readonly string[] = []): { path: string[]; lengthMax: number }[] {
  const { properties = {}, maxLength } = resolved(schema);
  return [
    ...(maxLength === undefined ? [] : [{ path: [...path], lengthMax: maxLength }]),
    ...Object.entries(properties).flatMap(([name, part]) =>
      typeof part === "boolean" ? [] : fieldsOf(part, [...path, name]),
    ),
  ];
}

function withField(body: unknown, [name = "", ...rest]: readonly string[], text: string): object {
  const inner: unknown = Reflect.get(Object(body), name);
  return { ...Object(body), [name]: rest.length === 0 ? text : withField(inner, rest, text) };
}
