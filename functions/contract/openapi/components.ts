import { brandComponents } from "./components/brands.ts";
import { errorComponents } from "./components/error.ts";
import { eventComponents } from "./components/events.ts";
import { feedComponents } from "./components/feed.ts";
import { apiKeyComponents, organizationComponents } from "./components/organization.ts";
import { pipelineComponents } from "./components/pipelines.ts";
import { postComponents } from "./components/posts.ts";
import { runComponents } from "./components/runs.ts";
import { sharedComponents } from "./components/shared.ts";
import { deadLetterComponents, deliveryComponents, webhookComponents } from "./components/webhooks.ts";
import type { Component } from "./texts.ts";

/** Every schema that the document names. */
export const components: Readonly<Record<string, Component>> = {
  ...brandComponents,
  ...pipelineComponents,
  ...runComponents,
  ...postComponents,
  ...webhookComponents,
  ...deliveryComponents,
  ...deadLetterComponents,
  ...apiKeyComponents,
  ...organizationComponents,
  ...feedComponents,
  ...errorComponents,
  ...eventComponents,
  ...sharedComponents,
};
