import { modelEndpointRoutes } from "../contract/routes/model-endpoints.ts";
import { notFound } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import { modelEndpointView, newModelEndpoint } from "../domain/model-endpoint.ts";
import { urlProblems } from "../http/url-problems.ts";
import { sealApiKey } from "../pipeline/generators/model-endpoint.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { readBrand } from "../table/brands.ts";
import { storeModelEndpoint } from "../table/model-endpoints.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  modelEndpointRoutes.setModelEndpoint,
  async ({ caller, id: brandId, body }, { table, nowMs }) => {
    const { organizationId } = caller;
    // No data key is made for a brand that does not exist.
    if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
    const { url, model, apiKey } = body;
    const owner = { organizationId, brandId };
    const sealedApiKey = apiKey === null ? null : await sealApiKey(apiKey, owner, secrets);
    const modelEndpoint = newModelEndpoint({ ...owner, url, model, sealedApiKey }, nowMs());
    await storeModelEndpoint(table, modelEndpoint);
    return modelEndpointView(modelEndpoint);
  },
  { alsoCheck: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback: allowsLoopback() }) },
);
