import { organizationRoutes } from "../contract/routes/organization.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readOrganization } from "../table/organizations.ts";

export const handler = endpoint(organizationRoutes.getOrganization, ({ caller }, { table }) =>
  readOrganization(table, caller.organizationId),
);
