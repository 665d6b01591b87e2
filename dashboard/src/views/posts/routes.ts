import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const postListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "posts",
  validateSearch: textParameters("status", "brandId", "sort"),
  component: lazyRouteComponent(() => import("./post-list.tsx"), "PostList"),
});

const newPostRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "posts/new",
  validateSearch: textParameters("brandId", "scheduledAt"),
  component: lazyRouteComponent(() => import("./new-post.tsx"), "NewPost"),
});

const postPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "posts/$postId",
  component: lazyRouteComponent(() => import("./post-page.tsx"), "PostPage"),
});

const calendarRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "calendar",
  validateSearch: textParameters("brandId", "week"),
  component: lazyRouteComponent(() => import("./calendar.tsx"), "Calendar"),
});

export const postRoutes = [postListRoute, newPostRoute, postPageRoute, calendarRoute] as const;
