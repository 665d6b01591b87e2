import type { runRoutes } from "../../../../functions/contract/routes/runs.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const runCases: Record<keyof typeof runRoutes, RouteCase> = {
  triggerRun: { idInResponse: "pip", invalidRequests: [] },
  listRuns: {
    idInResponse: "run",
    invalidRequests: [
      ...invalidPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  getRun: { idInResponse: "run", invalidRequests: [] },
  listOrganizationRuns: {
    idInResponse: "run",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=done&order=newest&brandId=&pipelineId=&limit=x",
        fields: ["status", "order", "brandId", "pipelineId", "limit"],
      },
    ],
  },
  cancelRun: { idInPath: "queuedRun", idInResponse: "queuedRun", invalidRequests: [] },
  previewRun: { invalidRequests: [] },
};
