import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";
// The token leaves the address as soon as this file is loaded, before the view is.
import "./token.ts";

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review",
  validateSearch: textParameters("show"),
  component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
});

export const reviewRoutes = [reviewRoute] as const;
