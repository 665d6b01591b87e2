import type { webhookRoutes } from "../../../../functions/contract/routes/webhooks.ts";
import { newWebhook } from "../valid-bodies.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const webhookCases: Record<keyof typeof webhookRoutes, RouteCase> = {
  listWebhooks: { idInResponse: "whk", invalidRequests: invalidPages },
  createWebhook: {
    body: newWebhook,
    invalidRequests: [
      { body: {}, fields: ["url", "events"] },
      {
        body: {
          url: "http://example.com",
          events: ["post.gone", "post.published", 3],
          secret: "",
          description: 1,
        },
        fields: ["url", "events[0]", "events[2]", "secret", "description"],
      },
      { body: { ...newWebhook, events: [] }, fields: ["events"] },
      { body: { ...newWebhook, url: "https://169.254.169.254/latest" }, fields: ["url"] },
      { body: { ...newWebhook, secret: "a".repeat(256) }, fields: ["secret"] },
    ],
  },
  getWebhook: { idInResponse: "whk", invalidRequests: [] },
  updateWebhook: {
    body: { ...newWebhook, status: "disabled" },
    idInResponse: "whk",
    invalidRequests: [
      {
        body: { url: "ftp://example.com", events: "all", secret: 1, status: "off", description: [] },
        fields: ["url", "events", "secret", "status", "description"],
      },
      { body: { url: "https://0xa.1/hook", events: ["post.failed"] }, fields: ["url"] },
    ],
  },
  deleteWebhook: { invalidRequests: [] },
  rotateWebhookSecret: {
    body: { secret: "another secret", graceSeconds: 60 },
    idInResponse: "whk",
    invalidRequests: [
      { body: {}, fields: ["secret"] },
      { body: { secret: "", graceSeconds: -1 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: null, graceSeconds: 604_801 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a".repeat(256), graceSeconds: 1.5 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a\u0000b", graceSeconds: "60" }, fields: ["secret", "graceSeconds"] },
    ],
  },
};
