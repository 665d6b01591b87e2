import { modelEndpointRoutes } from "../contract/routes/model-endpoints.ts";
import { modelEndpointView } from "../domain/model-endpoint.ts";
import { endpoint } from "../platform/endpoint.ts";
import { requireModelEndpoint } from "../table/model-endpoints.ts";

export const handler = endpoint(
  modelEndpointRoutes.getModelEndpoint,
  async ({ caller, id: brandId }, { table }) =>
    modelEndpointView(await requireModelEndpoint(table, caller.organizationId, brandId)),
);
