import type { Generator } from "../../../../client/api.ts";

/** Who writes the posts, as people choose it. */
export const generatorTypes: Record<Generator["type"], { words: string; hint: string }> = {
  template: {
    words: "Template",
    hint: "Writes the title of the story and, if it fits, a sentence of its summary. It needs nothing and costs nothing.",
  },
  bedrock: {
    words: "Amazon Bedrock",
    hint: "A model of Amazon Bedrock writes the posts. The operator of the service must have access to it.",
  },
  openai_compatible: {
    words: "The brand's own model",
    hint: "The model endpoint of the brand writes the posts.",
  },
};

/** A generator in a form. The fields that its type does not use keep what was typed. */
export interface GeneratorDraft {
  type: Generator["type"];
  model: string;
  guardrailId: string;
  guardrailVersion: string;
  /** US dollars for a million tokens that the model reads. */
  inputPrice: string;
  /** US dollars for a million tokens that the model writes. */
  outputPrice: string;
}

export const templateDraft: GeneratorDraft = {
  type: "template",
  model: "",
  guardrailId: "",
  guardrailVersion: "",
  inputPrice: "",
  outputPrice: "",
};

export function generatorDraftOf(generator: Generator): GeneratorDraft {
  if (generator.type === "template") return templateDraft;
  const price = generator.pricePerMillionTokens;
  const priced = {
    ...templateDraft,
    type: generator.type,
    inputPrice: price === undefined ? "" : String(price.input),
    outputPrice: price === undefined ? "" : String(price.output),
  };
  if (generator.type === "openai_compatible") return priced;
  return {
    ...priced,
    model: generator.model,
    guardrailId: generator.guardrail?.id ?? "",
    guardrailVersion: generator.guardrail?.version ?? "",
  };
}

/** The generator of a draft. */
export function generatorOf(draft: GeneratorDraft): Generator {
  const { type, inputPrice, outputPrice } = draft;
  if (type === "template") return { type };
  const isPriced = inputPrice !== "" || outputPrice !== "";
  const pricePerMillionTokens = { input: Number(inputPrice), output: Number(outputPrice) };
  const priced = isPriced ? { pricePerMillionTokens } : {};
  if (type === "openai_compatible") return { type, ...priced };
  const guardrail = { id: draft.guardrailId.trim(), version: draft.guardrailVersion.trim() };
  return {
    type,
    model: draft.model.trim(),
    ...(guardrail.id === "" && guardrail.version === "" ? {} : { guardrail }),
    ...priced,
  };
}
