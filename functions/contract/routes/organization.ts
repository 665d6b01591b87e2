import type { Route } from "../route.ts";
import { organization, organizationChanges } from "../schemas/organization.ts";

export const organizationRoutes = {
  getOrganization: {
    operationId: "get-organization",
    method: "GET",
    path: "/v1/organization",
    access: "read",
    tableActions: ["GetItem"],
    success: { status: 200, body: organization },
  },
  updateOrganization: {
    operationId: "update-organization",
    method: "PATCH",
    path: "/v1/organization",
    access: "admin",
    tableActions: ["GetItem", "UpdateItem"],
    body: organizationChanges,
    success: { status: 200, body: organization },
  },
} as const satisfies Record<string, Route>;
