import type { Route } from "./route.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { apiKeyRoutes } from "./routes/api-keys.ts";
import { brandRoutes } from "./routes/brands.ts";
import { calendarRoutes } from "./routes/calendar.ts";
import { channelRoutes } from "./routes/channels.ts";
import { deadLetterRoutes } from "./routes/dead-letters.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { modelEndpointRoutes } from "./routes/model-endpoints.ts";
import { organizationRoutes } from "./routes/organization.ts";
import { pipelineRoutes } from "./routes/pipelines.ts";
import { postReviewRoutes } from "./routes/post-review.ts";
import { postRoutes } from "./routes/posts.ts";
import { publicRoutes } from "./routes/public.ts";
import { reviewLinkRoutes } from "./routes/review-links.ts";
import { runRoutes } from "./routes/runs.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { trendRoutes } from "./routes/trends.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/**
 * Every endpoint of the service. A new endpoint needs a row in its resource's file, a handler in functions/api and a
 * test. A handler imports the rows of its own resource only, so that its bundle has no schemas of other resources.
 */
export const routes = {
  ...brandRoutes,
  ...calendarRoutes,
  ...channelRoutes,
  ...modelEndpointRoutes,
  ...pipelineRoutes,
  ...runRoutes,
  ...postRoutes,
  ...postReviewRoutes,
  ...reviewLinkRoutes,
  ...analyticsRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...deadLetterRoutes,
  ...apiKeyRoutes,
  ...organizationRoutes,
  ...sessionRoutes,
  ...publicRoutes,
  ...trendRoutes,
} as const satisfies Record<string, Route>;
