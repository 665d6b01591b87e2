import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";

const todayRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "today",
  component: lazyRouteComponent(() => import("./today.tsx"), "Today"),
});

export const todayRoutes = [todayRoute] as const;
