import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const trendListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "trends",
  validateSearch: textParameters("brandId", "status"),
  component: lazyRouteComponent(() => import("./trend-list.tsx"), "TrendList"),
});

const trendPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "trends/$trendId",
  component: lazyRouteComponent(() => import("./trend-page.tsx"), "TrendPage"),
});

export const trendRoutes = [trendListRoute, trendPageRoute] as const;
