import { beforeAll, describe, expect, it } from "vitest";
import type { Media, Response } from "../../lib/openapi/document-types.ts";
import { type Synthesis, synthesis } from "../support/infra/synthesis.ts";
import { document, operations, resolved } from "../support/openapi/document.ts";
import { documentedExamples } from "../support/openapi/examples/documented.ts";
import { gatewayExample, isOfGateway } from "../support/openapi/examples/gateway.ts";

const deliveries = Object.values(document.webhooks).map(({ post }) => post);
const every = [...operations().map(({ operation }) => operation), ...deliveries];
const allResponses = every.flatMap(({ operationId, responses }) =>
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

describe("examples", () => {
  it("every response and every request that has a body has an example", () => {
    const requests = every.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).map((media) => ({ where: operationId, media })),
    );
    const bodies = allResponses.flatMap(({ operationId, status, response }) =>
      Object.values(response.content ?? {}).map((media) => ({ where: `${operationId} ${status}`, media })),
    );
    expect(bodies.length).toBeGreaterThan(200);
    expect([...requests, ...bodies].filter(({ media }) => hasNoExample(media))).toEqual([]);
  });
});

it("a change of a brand, a subscription or the organization has no documented 422: their state allows every change", () => {
  const changes = allResponses
    .filter(({ operationId, status }) => operationId.startsWith("update") && status === "422")
    .map(({ operationId }) => operationId);
  expect(changes.toSorted()).toEqual(["updatePipeline", "updatePost"]);
});

describe("the Deprecation header", () => {
  it("the Deprecation header is documented for every response of a function, errors included, and for none of the gateway", () => {
    const own = allResponses.filter(({ operationId }) => !operationId.startsWith("on"));
    for (const { operationId, status, isOfGateway: byGateway, response } of own)
      expect("Deprecation" in (response.headers ?? {}), `${operationId} ${status}`).toBe(
        // The function that serves the document shares no code with the others.
        !byGateway && operationId !== "getOpenapi",
      );
  });
});

describe("responses of the gateway", () => {
  let all: Synthesis;
  beforeAll(() => {
    all = synthesis();
  });

  const examples = documentedExamples().filter(({ response }) => response !== null && isOfGateway(response));
  // Many operations share each of these examples.
  const distinct = new Map(examples.map((one) => [`${one.response} ${one.name}`, one]));
  it.each([...distinct])(
    "the example %s is the gateway response of the template",
    (_, { name, status, value }) => {
      const { status: returned, text } = gatewayExample(all, name);
      expect({ status: returned, value: JSON.parse(text) }).toEqual({ status, value });
    },
  );
});
