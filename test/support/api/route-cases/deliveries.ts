import type { deliveryRoutes } from "../../../../functions/contract/routes/deliveries.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const deliveryCases: Record<keyof typeof deliveryRoutes, RouteCase> = {
  testWebhook: { idInResponse: "whk", invalidRequests: [] },
  listDeliveries: {
    idInResponse: "dlv",
    invalidRequests: [
      ...invalidPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
};
