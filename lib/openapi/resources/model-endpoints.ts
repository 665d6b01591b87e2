import type * as z from "zod/mini";
import type { modelEndpointRoutes } from "../../../functions/contract/routes/model-endpoints.ts";
import * as schemas from "../../../functions/contract/schemas/model-endpoint.ts";
import { notFound } from "../../../functions/domain/errors.ts";
import { lineText, requestSchema, responseSchema, withDefault } from "../component.ts";
import { exampleTimes } from "../example-story.ts";
import {
  type ErrorExample,
  errorBody,
  invalidExample,
  type OperationText,
  type Tagged,
} from "../operation-text.ts";

const urlText =
  "The address of the API, such as `https://api.example.com/v1`, or of its `/chat/completions` itself. An https URL with a public address. Responses show it, so it must have no secret.";
const modelText = "The name of the model, as the endpoint knows it.";

export const exampleEndpoint = {
  url: "https://models.example.com/v1",
  model: "small-writer",
} as const;

const example: z.output<typeof schemas.modelEndpoint> = {
  ...exampleEndpoint,
  hasApiKey: true,
  updatedAt: exampleTimes.made,
};

const none: ErrorExample = {
  name: "noModelEndpoint",
  status: 404,
  summary: "The brand has no model endpoint.",
  body: errorBody(notFound("model endpoint")),
};

export const modelEndpointComponents = {
  ModelEndpoint: responseSchema(
    schemas.modelEndpoint,
    "The model of a brand, behind a `/chat/completions` endpoint. Its key is never returned.",
    {
      url: urlText,
      model: modelText,
      hasApiKey: "Whether requests to the endpoint carry a key.",
      updatedAt: "When it was set.",
    },
  ),
  NewModelEndpoint: requestSchema(
    schemas.newModelEndpoint,
    "A model endpoint. It replaces the one before it, with its key.",
    {
      url: { text: urlText, also: { pattern: "^https://" } },
      model: lineText(modelText),
      apiKey: withDefault(
        "The key that the service sends as `Authorization: Bearer`. It is stored encrypted and never returned. `null` means no key.",
        null,
      ),
    },
  ),
};

export const modelEndpointOperations: Tagged<Record<keyof typeof modelEndpointRoutes, OperationText>> = {
  tag: "Model endpoints",
  description:
    "A brand can use its own model to write posts, behind any endpoint for `/chat/completions`. Pipelines with the generator `openai_compatible` use it.",
  operations: {
    getModelEndpoint: {
      summary: "Get the model endpoint of a brand",
      description: "Returns the endpoint without its key.",
      success: { text: "The model endpoint.", example },
      errors: [none],
    },
    setModelEndpoint: {
      summary: "Set the model endpoint of a brand",
      description:
        "Replaces the endpoint that the brand had. The service asks the endpoint for the first time in the next run of a pipeline with the generator `openai_compatible`.",
      body: { ...exampleEndpoint, apiKey: "sk-3f9c1a7be2" },
      success: { text: "The model endpoint.", example },
      errors: [
        invalidExample({ body: { url: "http://models.example.com/v1", model: "" } }, [
          { field: "url", reason: "must be an https URL" },
          { field: "model", reason: "must be at least 1 character" },
        ]),
      ],
    },
    deleteModelEndpoint: {
      summary: "Delete the model endpoint of a brand",
      description:
        "Deletes the endpoint and its key. From then on the template writes the posts of pipelines with the generator `openai_compatible`, and each post says so in `generator.fallback`.",
      success: { text: "The model endpoint is deleted." },
      errors: [none],
    },
  },
};
