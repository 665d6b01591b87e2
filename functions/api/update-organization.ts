import { organizationRoutes } from "../contract/routes/organization.ts";
import { isoTime } from "../domain/time.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readOrganization, updateOrganization } from "../table/organizations.ts";

export const handler = endpoint(
  organizationRoutes.updateOrganization,
  ({ caller: { organizationId }, body: { name } }, { table, nowMs }) =>
    name === undefined
      ? readOrganization(table, organizationId)
      : updateOrganization(table, organizationId, { name, updatedAt: isoTime(nowMs()) }),
);
