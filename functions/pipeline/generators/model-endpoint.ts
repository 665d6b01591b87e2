import type { ModelEndpoint } from "../../domain/model-endpoint.ts";
import { SecretUnusable } from "../../domain/secret-unusable.ts";
import { readModelEndpoint } from "../../table/model-endpoints.ts";
import type { Table } from "../../table/store/table.ts";
import type { Secrets } from "../channels/sealed.ts";
import type { OpenedModelEndpoint } from "./openai-compatible.ts";

/** Why a brand's model cannot be asked: nobody has set its endpoint, or the stored key cannot be opened any more. */
export type NoModelEndpoint = "not_set" | "key_unusable";

type Owner = Pick<ModelEndpoint, "organizationId" | "brandId">;

/** The encryption context: a key that is copied to another brand, or in place of another secret, cannot be opened there. */
const ownerOf = ({ organizationId, brandId }: Owner) => ({
  organizationId,
  brandId,
  secret: "model-endpoint",
});

export function sealApiKey(apiKey: string, owner: Owner, { seal }: Pick<Secrets, "seal">): Promise<string> {
  return seal(apiKey, ownerOf(owner));
}

/**
 * Returns the model endpoint of a brand with its key, or why there is none.
 * @throws what `open` throws, unless nobody can ever open the key
 */
export async function openModelEndpoint(
  { organizationId, id: brandId }: { organizationId: string; id: string },
  { table, secrets }: { table: Table; secrets: Pick<Secrets, "open"> },
): Promise<OpenedModelEndpoint | NoModelEndpoint> {
  const endpoint = await readModelEndpoint(table, organizationId, brandId);
  if (endpoint === null) return "not_set";
  const { url, model, sealedApiKey } = endpoint;
  try {
    const apiKey = sealedApiKey === null ? null : await secrets.open(sealedApiKey, ownerOf(endpoint));
    return { url, model, apiKey };
  } catch (error) {
    if (error instanceof SecretUnusable) return "key_unusable";
    throw error;
  }
}
