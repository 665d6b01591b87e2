import type * as z from "zod/mini";
import type { deadLetter } from "../../schemas/dead-letter.ts";
import type { delivery } from "../../schemas/delivery.ts";
import type { webhook } from "../../schemas/webhook.ts";
import { exampleEvents } from "./events.ts";
import { exampleIds, exampleTimes } from "./ids.ts";

const { made } = exampleTimes;
const { whk, evt, dlv, dlt } = exampleIds;

/** What the examples' subscription has for a secret: the events' examples are signed with it. */
export const exampleSecret = "whsec_3f1c0d7a94be4e55a3b0c2d8";

export const exampleWebhook: z.output<typeof webhook> = {
  id: whk,
  url: "https://example.com/hooks/content",
  events: ["post.published", "post.failed"],
  hasSecret: true,
  previousSecretExpiresAt: null,
  status: "active",
  disabledReason: null,
  failingSince: null,
  description: "Tells the newsroom",
  createdAt: made,
  updatedAt: made,
};

const failed = (number: number) => ({
  number,
  at: made,
  statusCode: 503,
  latencyMs: 41,
  error: "status 503",
  response: "",
  retryAfter: null,
});

export const exampleDelivery: z.output<typeof delivery> = {
  id: dlv,
  eventId: evt,
  type: "post.published",
  status: "succeeded",
  createdAt: made,
  nextAttemptAt: null,
  attempts: [failed(1), { ...failed(2), statusCode: 204, latencyMs: 38, error: null }],
};

export const exampleDeadLetter: z.output<typeof deadLetter> = {
  id: dlt,
  eventId: evt,
  type: "post.published",
  webhookId: whk,
  url: exampleWebhook.url,
  status: "final_attempt_pending",
  attempts: [1, 2, 3, 4, 5].map(failed),
  payload: exampleEvents["post.published"].body,
  createdAt: made,
};
