import type * as z from "zod/mini";
import type { deadLetter } from "../../schemas/dead-letter.ts";
import type { delivery } from "../../schemas/delivery.ts";
import type { webhook } from "../../schemas/webhook.ts";
import { exampleEvents } from "./events.ts";
import { exampleIds, exampleTimes } from "./ids.ts";

const { made, due } = exampleTimes;
const { whk, evt, dlv, dlt } = exampleIds;

/** What the examples' subscription has for a secret, and had before: the events' examples are signed with them. */
export const exampleSecret = "whsec_3f1c0d7a94be4e55a3b0c2d8";
export const examplePreviousSecret = "whsec_c46e90b2d7f84a13865e2f0b";

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

/** So many seconds after the first attempt. */
const after = (seconds: number) => new Date(Date.parse(due) + seconds * 1000).toISOString();

const failed = (number: number, at: string) => ({
  number,
  at,
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
  createdAt: due,
  nextAttemptAt: null,
  attempts: [failed(1, due), { ...failed(2, after(10)), statusCode: 204, latencyMs: 38, error: null }],
};

export const exampleDeadLetter: z.output<typeof deadLetter> = {
  id: dlt,
  eventId: evt,
  type: "post.published",
  webhookId: whk,
  url: exampleWebhook.url,
  status: "final_attempt_pending",
  // 10 s, 30 s, 90 s and 5 min after the failure before.
  attempts: [0, 10, 40, 130, 430].map((seconds, index) => failed(index + 1, after(seconds))),
  payload: exampleEvents["post.published"].body,
  createdAt: after(430),
};
