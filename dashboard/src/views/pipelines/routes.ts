import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const pipelineListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "pipelines",
  validateSearch: textParameters("brandId", "status"),
  component: lazyRouteComponent(() => import("./pipeline-list.tsx"), "PipelineList"),
});

const newPipelineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "pipelines/new",
  validateSearch: textParameters("brandId"),
  component: lazyRouteComponent(() => import("./new-pipeline.tsx"), "NewPipeline"),
});

const pipelinePageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "pipelines/$pipelineId",
  component: lazyRouteComponent(() => import("./pipeline-page.tsx"), "PipelinePage"),
});

const editPipelineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "pipelines/$pipelineId/edit",
  component: lazyRouteComponent(() => import("./edit-pipeline.tsx"), "EditPipeline"),
});

const runListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "runs",
  validateSearch: textParameters("brandId", "pipelineId", "status"),
  component: lazyRouteComponent(() => import("./run-list.tsx"), "RunList"),
});

const runPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "runs/$runId",
  component: lazyRouteComponent(() => import("./run-page.tsx"), "RunPage"),
});

export const pipelineRoutes = [
  pipelineListRoute,
  newPipelineRoute,
  pipelinePageRoute,
  editPipelineRoute,
  runListRoute,
  runPageRoute,
] as const;
