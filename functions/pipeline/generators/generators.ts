import type { Generator, GeneratorOf, GeneratorType } from "../../domain/generator.ts";
import { askBedrock, type BedrockAccess } from "./bedrock.ts";
import type { Generate } from "./generator.ts";
import { modelWriter } from "./model-writer.ts";
import { askOpenaiCompatible, type OpenedModelEndpoint } from "./openai-compatible.ts";
import { generateFromTemplate } from "./template.ts";

/** What generators need of the world. */
export interface GeneratorEffects {
  bedrock: BedrockAccess;
  /** Returns the brand's model endpoint with its key; null if it has none. */
  modelEndpoint: () => Promise<OpenedModelEndpoint | null>;
  nowMs: () => number;
  /** Whether URLs may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** Opens a generator for the posts of one run. */
type OpenGenerator<Type extends GeneratorType> = (
  settings: GeneratorOf<Type>,
  effects: GeneratorEffects,
) => Promise<Generate>;

const generators: { readonly [Type in GeneratorType]: OpenGenerator<Type> } = {
  template: () => Promise.resolve(generateFromTemplate),
  bedrock: (settings, { bedrock }) => Promise.resolve(modelWriter(askBedrock(settings, bedrock))),
  openai_compatible: async (_settings, { modelEndpoint, ...sending }) => {
    const endpoint = await modelEndpoint();
    return endpoint === null ? withoutEndpoint : modelWriter(askOpenaiCompatible(endpoint, sending));
  },
};

/** Opens the generator of a pipeline for the posts of one run. */
export function openGenerator(settings: Generator, effects: GeneratorEffects): Promise<Generate> {
  switch (settings.type) {
    case "template":
      return generators.template(settings, effects);
    case "bedrock":
      return generators.bedrock(settings, effects);
    case "openai_compatible":
      return generators.openai_compatible(settings, effects);
  }
}

/** The endpoint was deleted after the pipeline was made. */
const withoutEndpoint: Generate = () =>
  Promise.resolve({
    outcome: "not_written",
    reason: "The brand has no model endpoint: set one by PUT /v1/brands/{id}/model-endpoint.",
    isDoubtful: false,
    isLasting: true,
    tokens: null,
  });
