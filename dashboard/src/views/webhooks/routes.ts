import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const webhookListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks",
  component: lazyRouteComponent(() => import("./webhook-list.tsx"), "WebhookList"),
});

const newWebhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/new",
  component: lazyRouteComponent(() => import("./new-webhook.tsx"), "NewWebhook"),
});

/** `test`: the id of a test event that the view watches. */
const webhookPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/$webhookId",
  validateSearch: textParameters("test"),
  component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
});

const editWebhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/$webhookId/edit",
  component: lazyRouteComponent(() => import("./edit-webhook.tsx"), "EditWebhook"),
});

/** `status`: one or more, separated by commas. `replay`: the id of a bulk replay that the view watches. */
const deadLetterListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/dead-letters",
  validateSearch: textParameters("webhookId", "status", "replay"),
  component: lazyRouteComponent(() => import("./dead-letter-list.tsx"), "DeadLetterList"),
});

const deadLetterPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/dead-letters/$deadLetterId",
  component: lazyRouteComponent(() => import("./dead-letter-page.tsx"), "DeadLetterPage"),
});

const signatureCheckerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/signature",
  component: lazyRouteComponent(() => import("./signature-checker.tsx"), "SignatureChecker"),
});

export const webhookRoutes = [
  webhookListRoute,
  newWebhookRoute,
  webhookPageRoute,
  editWebhookRoute,
  deadLetterListRoute,
  deadLetterPageRoute,
  signatureCheckerRoute,
] as const;
