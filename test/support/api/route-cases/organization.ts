import type { organizationRoutes } from "../../../../functions/contract/routes/organization.ts";
import { type RouteCase } from "./route-case.ts";

export const organizationCases: Record<keyof typeof organizationRoutes, RouteCase> = {
  getOrganization: { invalidRequests: [] },
  updateOrganization: {
    body: { name: "Acme and Sons" },
    invalidRequests: [
      { body: { name: "" }, fields: ["name"] },
      { body: { name: null }, fields: ["name"] },
      { body: { name: "a\nb" }, fields: ["name"] },
    ],
  },
};
