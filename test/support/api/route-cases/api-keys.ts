import type { apiKeyRoutes } from "../../../../functions/contract/routes/api-keys.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const apiKeyCases: Record<keyof typeof apiKeyRoutes, RouteCase> = {
  listApiKeys: { idInResponse: "key", invalidRequests: invalidPages },
  createApiKey: {
    body: { name: "Deploy", role: "write", expiresAt: "2099-01-01T02:00:00+02:00", rateLimit: 600 },
    invalidRequests: [
      { body: {}, fields: ["name", "role"] },
      { body: { name: " ", role: "owner", rateLimit: 0 }, fields: ["name", "role", "rateLimit"] },
      {
        body: { name: "a".repeat(121), role: "read", rateLimit: 10_001, expiresAt: "2020-01-01T00:00:00Z" },
        fields: ["name", "rateLimit", "expiresAt"],
      },
      {
        body: { name: 1, role: null, rateLimit: 1.5, expiresAt: "2099-02-30T00:00:00Z" },
        fields: ["name", "role", "rateLimit", "expiresAt"],
      },
      { body: { name: "a", role: "read", expiresAt: "2100-01-01T00:00:00Z" }, fields: ["expiresAt"] },
      { body: { name: "a", role: "read", expiresAt: 32_503_680_000 }, fields: ["expiresAt"] },
      { body: { name: "a", role: "read", expiresAt: { toString: 1 } }, fields: ["expiresAt"] },
    ],
  },
  deleteApiKey: { invalidRequests: [] },
  rotateApiKey: {
    body: { graceSeconds: 60 },
    idInResponse: "key",
    invalidRequests: [
      { body: { graceSeconds: -1 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: 604_801 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: "60" }, fields: ["graceSeconds"] },
      { body: { graceSeconds: null }, fields: ["graceSeconds"] },
    ],
  },
};
