import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { Today } from "./today.tsx";

const todayRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "today",
  // Not loaded apart, because it is the first view of nearly everyone.
  component: Today,
});

export const todayRoutes = [todayRoute] as const;
