import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { Today } from "./today.tsx";

const todayRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "today",
  // Not loaded separately, because nearly everyone sees it first.
  component: Today,
});

export const todayRoutes = [todayRoute] as const;
