import type { channelRoutes } from "../../../../functions/contract/routes/channels.ts";
import { newWebhookChannel } from "../valid-bodies.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const channelCases: Record<keyof typeof channelRoutes, RouteCase> = {
  listChannels: { invalidRequests: [] },
  connectChannel: {
    get body() {
      return newWebhookChannel();
    },
    invalidRequests: [
      { body: {}, fields: ["url"] },
      { body: { url: "http://example.com", secret: "" }, fields: ["url", "secret"] },
      { body: { url: "https://10.0.0.1/in", secret: "a".repeat(256) }, fields: ["url", "secret"] },
    ],
  },
  checkChannel: { invalidRequests: [] },
  disconnectChannel: { invalidRequests: [] },
  listConnections: {
    idInResponse: "brd",
    invalidRequests: [
      ...invalidPages,
      { query: "status=not_connected&order=newest&limit=x", fields: ["status", "order", "limit"] },
    ],
  },
};
