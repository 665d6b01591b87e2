import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const analyticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "analytics",
  validateSearch: textParameters("brandId", "week", "by", "weeks"),
  component: lazyRouteComponent(() => import("./analytics.tsx"), "Analytics"),
});

export const analyticsRoutes = [analyticsRoute] as const;
