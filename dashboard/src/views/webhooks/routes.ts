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

const webhookPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/$webhookId",
  component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
});

const deadLetterListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks/dead-letters",
  validateSearch: textParameters("webhookId", "status"),
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
  deadLetterListRoute,
  deadLetterPageRoute,
  signatureCheckerRoute,
] as const;
