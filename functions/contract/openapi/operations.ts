import type { routes } from "../routes.ts";
import type { OperationText, Tagged } from "./operation-text.ts";
import { analyticsOperations } from "./operations/analytics.ts";
import { brandOperations } from "./operations/brands.ts";
import { deadLetterOperations } from "./operations/dead-letters.ts";
import { apiKeyOperations, organizationOperations } from "./operations/organization.ts";
import { pipelineOperations } from "./operations/pipelines.ts";
import { postOperations } from "./operations/posts.ts";
import { publicOperations } from "./operations/public.ts";
import { runOperations } from "./operations/runs.ts";
import { webhookOperations } from "./operations/webhooks.ts";

type RouteName = keyof typeof routes;

/** What is said of every operation, by its tag: in the order in which a reader meets them. */
const tagged: readonly Tagged<Partial<Record<RouteName, OperationText>>>[] = [
  brandOperations,
  pipelineOperations,
  runOperations,
  postOperations,
  analyticsOperations,
  webhookOperations,
  deadLetterOperations,
  apiKeyOperations,
  organizationOperations,
  publicOperations,
];

export const tags = tagged.map(({ tag: name, description }) => ({ name, description }));

/** What is said of a route. @throws where nothing is */
export function textOf(name: string): { tag: string; text: OperationText } {
  for (const { tag, operations } of tagged) {
    const text = new Map(Object.entries(operations)).get(name);
    if (text !== undefined) return { tag, text };
  }
  throw new Error(
    `The route ${name} has no text: say what it does in its resource's file in functions/contract/openapi/operations.`,
  );
}
