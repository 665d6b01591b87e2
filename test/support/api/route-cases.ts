import type { routes } from "../../../functions/contract/routes.ts";
import { analyticsCases } from "./route-cases/analytics.ts";
import { apiKeyCases } from "./route-cases/api-keys.ts";
import { brandCases } from "./route-cases/brands.ts";
import { calendarCases } from "./route-cases/calendar.ts";
import { channelCases } from "./route-cases/channels.ts";
import { deadLetterCases } from "./route-cases/dead-letters.ts";
import { deliveryCases } from "./route-cases/deliveries.ts";
import { modelEndpointCases } from "./route-cases/model-endpoints.ts";
import { organizationCases } from "./route-cases/organization.ts";
import { pipelineCases } from "./route-cases/pipelines.ts";
import { postReviewCases } from "./route-cases/post-review.ts";
import { postCases } from "./route-cases/posts.ts";
import { publicCases } from "./route-cases/public.ts";
import { reviewLinkCases } from "./route-cases/review-links.ts";
import type { RouteCase } from "./route-cases/route-case.ts";
import { runCases } from "./route-cases/runs.ts";
import { sessionCases } from "./route-cases/sessions.ts";
import { trendCases } from "./route-cases/trends.ts";
import { webhookCases } from "./route-cases/webhooks.ts";

/** One case for each row of the route table. A row without a case does not compile. */
export const routeCases: Record<keyof typeof routes, RouteCase> = {
  ...analyticsCases,
  ...apiKeyCases,
  ...brandCases,
  ...calendarCases,
  ...channelCases,
  ...deadLetterCases,
  ...deliveryCases,
  ...modelEndpointCases,
  ...organizationCases,
  ...pipelineCases,
  ...postReviewCases,
  ...postCases,
  ...publicCases,
  ...reviewLinkCases,
  ...runCases,
  ...sessionCases,
  ...trendCases,
  ...webhookCases,
};
