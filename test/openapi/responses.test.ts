import { beforeAll, describe, expect, it } from "vitest";
import type { Media, Response } from "../../lib/openapi/document-types.ts";
import { type Synthesis, synthesis } from "../support/infra/synthesis.ts";
import { document, operations, resolved } from "../support/openapi/document.ts";
import { documentedExamples } from "../support/openapi/examples/documented.ts";
import { gatewayAnswer, isOfGateway } from "../support/openapi/examples/gateway.ts";

const deliveries = Object.values(document.webhooks).map(({ post }) => post);
const every = [...operations().map(({ operation }) => operation), ...deliveries];
const answers = every.flatMap(({ operationId, responses }) =>
  Object.entries(responses).map(([status, ref]) => ({
    operationId,
    status,
    isOfGateway: "$ref" in ref && isOfGateway(ref.$ref),
    response: resolved<Response>(ref),
  })),
);

function hasNoExample({ examples }: Media): boolean {
  return Object.keys(examples).length === 0;
}

describe("an example", () => {
  it("is there for every answer and every request that has a body", () => {
    const requests = every.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).map((media) => ({ where: operationId, media })),
    );
    const answered = answers.flatMap(({ operationId, status, response }) =>
      Object.values(response.content ?? {}).map((media) => ({ where: `${operationId} ${status}`, media })),
    );
    expect(answered.length).toBeGreaterThan(200);
    expect([...requests, ...answered].filter(({ media }) => hasNoExample(media))).toEqual([]);
  });
});

it("422 is documented of no change of a brand, a subscription or the organization: nothing can stand in its way", () => {
  const changes = answers
    .filter(({ operationId, status }) => operationId.startsWith("update") && status === "422")
    .map(({ operationId }) => operationId);
  expect(changes.toSorted()).toEqual(["updatePipeline", "updatePost"]);
});

describe("Deprecation", () => {
  it("is documented of every answer that a function gives, errors included, and of none that the gateway gives", () => {
    const own = answers.filter(({ operationId }) => !operationId.startsWith("on"));
    for (const { operationId, status, isOfGateway: byGateway, response } of own)
      expect("Deprecation" in (response.headers ?? {}), `${operationId} ${status}`).toBe(
        // The document is served by a function that has nothing of the others.
        !byGateway && operationId !== "getOpenapi",
      );
  });
});

describe("what the gateway answers by itself", () => {
  let all: Synthesis;
  beforeAll(async () => {
    all = await synthesis();
  });

  const examples = documentedExamples().filter(({ response }) => response !== null && isOfGateway(response));
  // Each stands with many operations, which share it.
  const distinct = new Map(examples.map((one) => [`${one.response} ${one.name}`, one]));
  it.each([...distinct])("is what the template has it answer: %s", (_, { name, status, value }) => {
    const { status: answered, text } = gatewayAnswer(all, name);
    expect({ status: answered, value: JSON.parse(text) }).toEqual({ status, value });
  });
});
