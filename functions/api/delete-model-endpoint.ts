import { modelEndpointRoutes } from "../contract/routes/model-endpoints.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteModelEndpoint } from "../table/model-endpoints.ts";

export const handler = endpoint(
  modelEndpointRoutes.deleteModelEndpoint,
  ({ caller, id: brandId }, { table }) => deleteModelEndpoint(table, caller.organizationId, brandId),
);
