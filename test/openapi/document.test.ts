import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { eventTypes } from "../../functions/domain/event.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { clientFile, clientText } from "../../lib/openapi/client-file.ts";
import type { JsonSchema } from "../../lib/openapi/component.ts";
import { documentFile, documentText } from "../../lib/openapi/document-file.ts";
import type { Header, Operation, Parameter, Response } from "../../lib/openapi/document-types.ts";
import { examplePreviousSecret, exampleSecret } from "../../lib/openapi/example-story.ts";
import { guideFile, guideText } from "../../lib/openapi/guide-file.ts";
import { textOf } from "../../lib/openapi/resources.ts";
import { document, operations, resolved } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";

const { components, webhooks } = document;
const deliveries = Object.entries(webhooks).map(([type, { post }]) => ({ type, operation: post }));
const every: Operation[] = [
  ...operations().map(({ operation }) => operation),
  ...deliveries.map(({ operation }) => operation),
];

describe("the stored files are up to date", () => {
  it("docs/openapi.json equals what the routes, schemas and texts generate (run npm run openapi)", () => {
    expect(readFileSync(documentFile, "utf8") === documentText()).toBe(true);
  });

  it("the typed client equals what the document generates (run npm run openapi)", async () => {
    expect(readFileSync(clientFile, "utf8") === (await clientText())).toBe(true);
  });

  it("the table of endpoints in docs/api.md equals what the routes and texts generate (run npm run openapi)", () => {
    expect(readFileSync(guideFile, "utf8") === guideText()).toBe(true);
  });
});

describe("the document", () => {
  it("the document has every route with its method, and no other", () => {
    const rows: Route[] = Object.values(routes);
    const documented = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(documented.toSorted()).toEqual(rows.map(({ path, method }) => `${method} ${path}`).toSorted());
  });

  it("the document has every type of event", () => {
    expect(Object.keys(webhooks)).toEqual(eventTypes);
  });

  it("the document has a text for every field of every schema", () => {
    const missing = Object.entries(components.schemas).flatMap(([name, schema]) => withoutText(schema, name));
    expect(missing).toEqual([]);
  });

  it("the generator throws for a route that has no text, and names the route", () => {
    expect(() => textOf("readMinds")).toThrow("The route readMinds has no text");
  });
});

describe("the examples", () => {
  it("the examples of responses have exactly the fields of their schemas", () => {
    const faults = every.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Object.values(resolved<Response>(response).content ?? {}).flatMap(({ schema, examples }) =>
          Object.values(examples).flatMap(({ value }) =>
            schemaFaults(schema, value).map((fault) => `${operationId} ${status}: ${fault}`),
          ),
        ),
      ),
    );
    expect(faults).toEqual([]);
  });

  it("the examples of requests are valid and have every field of their schemas", () => {
    for (const { operationId, requestBody } of every)
      for (const { schema, examples } of Object.values(requestBody?.content ?? {}))
        for (const { value } of Object.values(examples)) {
          expect(schemaFaults(schema, value), operationId).toEqual([]);
          const fields = Object.keys(resolved<JsonSchema>(trusted<JsonSchema>(schema)).properties ?? {});
          expect(Object.keys(Object(value)), operationId).toEqual(expect.arrayContaining(fields));
        }
  });

  it("the examples of parameters and headers are valid", () => {
    const parameters = every.flatMap((operation) =>
      (operation.parameters ?? []).map((one) => resolved<Parameter>(one)),
    );
    const headers: [string, Header][] = Object.entries(components.headers);
    for (const { name, schema, example } of parameters)
      expect(schemaFaults(schema, example), name).toEqual([]);
    for (const [name, { schema, example }] of headers)
      expect(schemaFaults(schema, example), name).toEqual([]);
  });

  it.each(deliveries)(
    "the example of $type is signed: its headers and body verify with the documented secrets",
    ({ operation }) => {
      const body = exampleBody(operation);
      expect(headerExample(operation, "X-Service-Signature", exampleSecret)).toBe(
        signature(JSON.stringify(body)),
      );
      expect(headerExample(operation, "X-Service-Signature-Previous", examplePreviousSecret)).toBe(
        signature(JSON.stringify(body), examplePreviousSecret),
      );
      const { signature: inBody } = Object(body);
      expect(inBody).toBe(signature(JSON.stringify({ ...Object(body), signature: "" })));
    },
  );
});

function signature(text: string, secret = exampleSecret): string {
  return `v1=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

function exampleBody({ requestBody }: Operation): unknown {
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  return example?.value;
}

/** The example of a signature header. Its description must contain the secret that signs it. */
function headerExample({ parameters = [] }: Operation, name: string, secret: string): unknown {
  const found = parameters.map((one) => resolved<Parameter>(one)).find((one) => one.name === name);
  expect(found?.description).toContain(secret);
  return found?.example;
}

/** The fields of a schema, at any depth, that have no description. */
function withoutText(schema: JsonSchema | boolean, where: string): string[] {
  if (typeof schema === "boolean") return [];
  const parts = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
      ...(typeof part === "boolean" || (part.description ?? "") === "" ? [`${where}.${name}`] : []),
      ...withoutText(part, `${where}.${name}`),
    ]),
    ...parts.flatMap((part) =>
      part === undefined || Array.isArray(part) ? [] : withoutText(part, `${where}[]`),
    ),
  ];
}
