import type { Route } from "./route.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { apiKeyRoutes } from "./routes/api-keys.ts";
import { brandRoutes } from "./routes/brands.ts";
import { deadLetterRoutes } from "./routes/dead-letters.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { organizationRoutes } from "./routes/organization.ts";
import { pipelineRoutes } from "./routes/pipelines.ts";
import { postRoutes } from "./routes/posts.ts";
import { publicRoutes } from "./routes/public.ts";
import { runRoutes } from "./routes/runs.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/**
 * Every endpoint of the service. Adding one is a row in its resource's file, its file in functions/api and its test.
 * An endpoint imports its own resource's rows, so that its bundle holds no other resource's schemas.
 */
export const routes = {
  ...brandRoutes,
  ...pipelineRoutes,
  ...runRoutes,
  ...postRoutes,
  ...analyticsRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...deadLetterRoutes,
  ...apiKeyRoutes,
  ...organizationRoutes,
  ...publicRoutes,
} as const satisfies Record<string, Route>;
