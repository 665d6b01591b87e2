import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { Toasts } from "../parts/toasts.tsx";
import { sessionQuery } from "../session/session.ts";
import { SessionEnded } from "../session/session-ended.tsx";
import { NotFound, RouteError } from "./problems.tsx";
import { Shell } from "./shell.tsx";

/** The route above all others. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

/** The route of everything that needs a session. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/app",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: "/sign-in", search: { to: location.href } });
  },
  component: () => (
    <>
      <Shell>
        <Outlet />
      </Shell>
      <SessionEnded />
    </>
  ),
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});
