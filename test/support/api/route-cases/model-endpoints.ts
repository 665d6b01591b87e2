import type { modelEndpointRoutes } from "../../../../functions/contract/routes/model-endpoints.ts";
import type { RouteCase } from "./route-case.ts";

export const modelEndpointCases: Record<keyof typeof modelEndpointRoutes, RouteCase> = {
  getModelEndpoint: { invalidRequests: [] },
  setModelEndpoint: {
    body: { url: "https://models.example.com/v1", model: "small-writer", apiKey: "sk-1" },
    invalidRequests: [
      { body: {}, fields: ["url", "model"] },
      {
        body: { url: "http://models.example.com/v1", model: " ", apiKey: "" },
        fields: ["url", "model", "apiKey"],
      },
      { body: { url: "https://10.0.0.1/v1", model: "a", apiKey: "a\r\nb" }, fields: ["url", "apiKey"] },
      { body: { url: "https://[fd00::1]/v1", model: "a" }, fields: ["url"] },
    ],
  },
  deleteModelEndpoint: { invalidRequests: [] },
};
