import { type DomainError, unprocessable } from "./errors.ts";
import type { Generator } from "./generator.ts";
import { isoTime } from "./time.ts";

/** The model of a brand, behind any `/chat/completions` endpoint. Its key is stored sealed and never returned. */
export interface ModelEndpoint {
  organizationId: string;
  brandId: string;
  url: string;
  model: string;
  /** Null for an endpoint that needs none. */
  sealedApiKey: string | null;
  updatedAt: string;
}

/** A model endpoint as clients see it. */
export interface ModelEndpointView {
  url: string;
  model: string;
  hasApiKey: boolean;
  updatedAt: string;
}

export function newModelEndpoint(given: Omit<ModelEndpoint, "updatedAt">, nowMs: number): ModelEndpoint {
  return { ...given, updatedAt: isoTime(nowMs) };
}

export function modelEndpointView({ url, model, sealedApiKey, updatedAt }: ModelEndpoint): ModelEndpointView {
  return { url, model, hasApiKey: sealedApiKey !== null, updatedAt };
}

/** Whether a pipeline can write only with the model endpoint of its brand. */
export function needsModelEndpoint({ type }: Generator): boolean {
  return type === "openai_compatible";
}

/** The error for a pipeline whose generator needs a model endpoint that its brand does not have. */
export function withoutModelEndpoint(): DomainError {
  return unprocessable(
    "The brand has no model endpoint, which the generator openai_compatible needs: set one by PUT /v1/brands/{id}/model-endpoint.",
  );
}
