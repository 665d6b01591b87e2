import type { routes } from "../../functions/contract/routes.ts";
import type { Component } from "./component.ts";
import type { OperationText, Tagged } from "./operation-text.ts";
import { analyticsComponents, analyticsOperations } from "./resources/analytics.ts";
import { apiKeyComponents, apiKeyOperations } from "./resources/api-keys.ts";
import { brandComponents, brandOperations } from "./resources/brands.ts";
import { calendarComponents, calendarOperations } from "./resources/calendar.ts";
import { channelComponents } from "./resources/channel-components.ts";
import { channelOperations } from "./resources/channels.ts";
import { deadLetterComponents, deadLetterOperations } from "./resources/dead-letters.ts";
import { deliveryComponents } from "./resources/deliveries.ts";
import { eventComponents } from "./resources/events.ts";
import { generatorComponents } from "./resources/generator-components.ts";
import { modelEndpointComponents, modelEndpointOperations } from "./resources/model-endpoints.ts";
import { organizationComponents, organizationOperations } from "./resources/organization.ts";
import { pipelineComponents, pipelineOperations } from "./resources/pipelines.ts";
import { postComponents } from "./resources/post-components.ts";
import { postReviewComponents, postReviewOperations } from "./resources/post-review.ts";
import { postOperations } from "./resources/posts.ts";
import { feedComponents, publicOperations } from "./resources/public.ts";
import { reviewLinkComponents, reviewLinkOperations } from "./resources/review-links.ts";
import { runComponents, runOperations } from "./resources/runs.ts";
import { sessionComponents, sessionOperations } from "./resources/sessions.ts";
import { trendComponents, trendOperations } from "./resources/trends.ts";
import { webhookComponents, webhookOperations } from "./resources/webhooks.ts";
import { errorComponents } from "./responses.ts";
import { sharedComponents } from "./shared-components.ts";

type RouteName = keyof typeof routes;

/** The texts of all operations by tag, in the order of the document. */
const tagged: readonly Tagged<Partial<Record<RouteName, OperationText>>>[] = [
  brandOperations,
  calendarOperations,
  channelOperations,
  modelEndpointOperations,
  pipelineOperations,
  runOperations,
  postOperations,
  postReviewOperations,
  reviewLinkOperations,
  analyticsOperations,
  webhookOperations,
  deadLetterOperations,
  apiKeyOperations,
  organizationOperations,
  sessionOperations,
  publicOperations,
  trendOperations,
];

export const tags = tagged.map(({ tag: name, description }) => ({ name, description }));

/** All named schemas of the document. */
export const components: Readonly<Record<string, Component>> = {
  ...brandComponents,
  ...calendarComponents,
  ...channelComponents,
  ...modelEndpointComponents,
  ...pipelineComponents,
  ...generatorComponents,
  ...runComponents,
  ...analyticsComponents,
  ...postComponents,
  ...postReviewComponents,
  ...reviewLinkComponents,
  ...webhookComponents,
  ...deliveryComponents,
  ...deadLetterComponents,
  ...apiKeyComponents,
  ...organizationComponents,
  ...sessionComponents,
  ...feedComponents,
  ...errorComponents,
  ...eventComponents,
  ...sharedComponents,
  ...trendComponents,
};

/** The tag and the texts of a route. @throws when it has none */
export function textOf(name: string): { tag: string; text: OperationText } {
  for (const { tag, operations } of tagged) {
    const text = new Map(Object.entries(operations)).get(name);
    if (text !== undefined) return { tag, text };
  }
  throw new Error(`The route ${name} has no text: add one to its resource's file in lib/openapi/resources.`);
}
