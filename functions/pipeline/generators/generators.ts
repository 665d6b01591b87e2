import type { Generator } from "../../domain/generator.ts";
import { askBedrock, type BedrockAccess } from "./bedrock.ts";
import type { Generate } from "./generator.ts";
import type { NoModelEndpoint } from "./model-endpoint.ts";
import { modelWriter } from "./model-writer.ts";
import { askOpenaiCompatible, type OpenedModelEndpoint } from "./openai-compatible.ts";
import { generateFromTemplate } from "./template.ts";

/** What generators need to reach their models. */
export interface GeneratorEffects {
  bedrock: BedrockAccess;
  /** Returns the brand's model endpoint with its key, or why there is none. */
  modelEndpoint: () => Promise<OpenedModelEndpoint | NoModelEndpoint>;
  nowMs: () => number;
  /** Whether URLs may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** Opens the generator of a pipeline for the posts of one run. @throws what `modelEndpoint` throws */
export async function openGenerator(settings: Generator, effects: GeneratorEffects): Promise<Generate> {
  switch (settings.type) {
    case "template":
      return generateFromTemplate;
    case "bedrock":
      return modelWriter(askBedrock(settings, effects.bedrock));
    case "openai_compatible": {
      const endpoint = await effects.modelEndpoint();
      return typeof endpoint === "string"
        ? withoutEndpoint(endpoint)
        : modelWriter(askOpenaiCompatible(endpoint, effects));
    }
  }
}

const reasons: Record<NoModelEndpoint, string> = {
  // It was deleted after the pipeline was made.
  not_set: "The brand has no model endpoint: set one by PUT /v1/brands/{id}/model-endpoint.",
  key_unusable:
    "The key of the brand's model endpoint cannot be opened: set the endpoint again by PUT /v1/brands/{id}/model-endpoint.",
};

const withoutEndpoint =
  (why: NoModelEndpoint): Generate =>
  () =>
    Promise.resolve({
      outcome: "not_written",
      reason: reasons[why],
      isDoubtful: false,
      isLasting: true,
      tokens: null,
    });
