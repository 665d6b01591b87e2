import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exampleSecret } from "../../functions/contract/openapi/examples/webhooks.ts";
import type { Header, Operation, Parameter, Response } from "../../functions/contract/openapi/openapi.ts";
import { textOf } from "../../functions/contract/openapi/operations.ts";
import type { JsonSchema } from "../../functions/contract/openapi/texts.ts";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { eventTypes } from "../../functions/domain/event.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { clientFile, clientText } from "../../lib/openapi/client-file.ts";
import { documentFile, documentText } from "../../lib/openapi/document-file.ts";
import { document, operations, resolved } from "./document.ts";
import { schemaFaults } from "./schemas.ts";

const { components, webhooks } = document;
const deliveries = Object.entries(webhooks).map(([type, { post }]) => ({ type, operation: post }));
const every: Operation[] = [
  ...operations().map(({ operation }) => operation),
  ...deliveries.map(({ operation }) => operation),
];

describe("what is kept", () => {
  it("of the document is what the routes, schemas and texts give (npm run openapi makes it anew)", () => {
    expect(readFileSync(documentFile, "utf8") === documentText()).toBe(true);
  });

  it("of the typed client is what the document gives (npm run openapi makes it anew)", async () => {
    expect(readFileSync(clientFile, "utf8") === (await clientText())).toBe(true);
  });
});

describe("the document", () => {
  it("has every route, with its method, and no other", () => {
    const rows: Route[] = Object.values(routes);
    const documented = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(documented.toSorted()).toEqual(rows.map(({ path, method }) => `${method} ${path}`).toSorted());
  });

  it("has every type of event", () => {
    expect(Object.keys(webhooks)).toEqual(eventTypes);
  });

  it("has a text for every field of every schema", () => {
    const silent = Object.entries(components.schemas).flatMap(([name, schema]) => withoutText(schema, name));
    expect(silent).toEqual([]);
  });

  it("cannot be made while a route has no text, and says so", () => {
    expect(() => textOf("readMinds")).toThrow("The route readMinds has no text");
  });
});

describe("what is said of a parameter that is read as text", () => {
  it("is what is read of it", () => {
    for (const limit of [-1, 0, 1, 1.5, 20, 99, 100, 101, 1e21])
      expect(said("Limit", limit), String(limit)).toBe(read("limit", String(limit)));
    for (const status of [[], ["draft"], ["draft", "failed"], ["gone"], ["draft", "gone"], [""]])
      expect(said("PostStatus", status), String(status)).toBe(read("status", status.join(",")));
  });
});

describe("the examples", () => {
  it("of answers have just the fields of their schemas", () => {
    const faults = every.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Object.values(resolved<Response>(response).content ?? {}).flatMap(({ schema, examples = {} }) =>
          Object.values(examples).flatMap(({ value }) =>
            schemaFaults(schema, value).map((fault) => `${operationId} ${status}: ${fault}`),
          ),
        ),
      ),
    );
    expect(faults).toEqual([]);
  });

  it("of requests are valid and show every field that their schemas have", () => {
    for (const { operationId, requestBody } of every)
      for (const { schema, examples = {} } of Object.values(requestBody?.content ?? {}))
        for (const { value } of Object.values(examples)) {
          expect(schemaFaults(schema, value), operationId).toEqual([]);
          const fields = Object.keys(resolved<JsonSchema>(trusted<JsonSchema>(schema)).properties ?? {});
          expect(Object.keys(Object(value)), operationId).toEqual(expect.arrayContaining(fields));
        }
  });

  it("are there for every answer of success in JSON, every parameter and every header, and are valid", () => {
    const parameters = every.flatMap((operation) =>
      (operation.parameters ?? []).map((one) => resolved<Parameter>(one)),
    );
    const headers: [string, Header][] = Object.entries(components.headers);
    for (const { name, schema, example } of parameters)
      expect(schemaFaults(schema, example), name).toEqual([]);
    for (const [name, { schema, example }] of headers)
      expect(schemaFaults(schema, example), name).toEqual([]);
    for (const { operationId, responses } of every)
      for (const status of ["200", "201", "202"])
        for (const { examples = {} } of Object.values(
          resolved<Response>(responses[status] ?? { description: "" }).content ?? {},
        ))
          expect(Object.keys(examples), operationId).not.toEqual([]);
  });

  it.each(deliveries)(
    "of $type are signed: header and body verify with the secret that is told",
    ({ operation }) => {
      const { body, header } = signedExample(operation);
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ description: expect.stringContaining(exampleSecret) }),
      );
      expect(header).toBe(signature(JSON.stringify(body)));
      const { signature: inBody } = Object(body);
      expect(inBody).toBe(signature(JSON.stringify({ ...Object(body), signature: "" })));
    },
  );
});

function read(name: "limit" | "status", value: string): boolean {
  return routes.listPosts.query.safeParse({ [name]: value }).success;
}

function said(name: "Limit" | "PostStatus", value: unknown): boolean {
  const parameter = components.parameters[name];
  return parameter !== undefined && schemaFaults(parameter.schema, value).length === 0;
}

function signature(text: string): string {
  return `v1=${createHmac("sha256", exampleSecret).update(text).digest("hex")}`;
}

function signedExample({ parameters = [], requestBody }: Operation) {
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  const header = parameters
    .map((one) => resolved<Parameter>(one))
    .find(({ name }) => name === "X-Service-Signature")?.example;
  return { body: example?.value, header };
}

/** The fields of a schema, at any depth, that nothing is said of. */
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
