import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { queryClient } from "./api/query-client.ts";
import { Loading } from "./parts/notices.tsx";
import { appRoute, rootRoute } from "./shell/routes.tsx";
import { textParameters } from "./shell/search.ts";
import { analyticsRoutes } from "./views/analytics/routes.ts";
import { pipelineRoutes } from "./views/pipelines/routes.ts";
import { postRoutes } from "./views/posts/routes.ts";
import { reviewRoutes } from "./views/review/routes.ts";
import { settingsRoutes } from "./views/settings/routes.ts";
import { todayRoutes } from "./views/today/routes.ts";
import { trendRoutes } from "./views/trends/routes.ts";
import { webhookRoutes } from "./views/webhooks/routes.ts";

const toToday = () => {
  throw redirect({ to: "/app/today", replace: true });
};

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", beforeLoad: toToday });
const appIndexRoute = createRoute({ getParentRoute: () => appRoute, path: "/", beforeLoad: toToday });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: textParameters("to"),
  component: lazyRouteComponent(() => import("./session/sign-in-page.tsx"), "SignInPage"),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  signInRoute,
  ...reviewRoutes,
  appRoute.addChildren([
    appIndexRoute,
    ...todayRoutes,
    ...postRoutes,
    ...pipelineRoutes,
    ...trendRoutes,
    ...analyticsRoutes,
    ...webhookRoutes,
    ...settingsRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: Loading,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
