import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../shell/routes.tsx";
import { textParameters } from "../../shell/search.ts";

const brandListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "brands",
  validateSearch: textParameters("name"),
  component: lazyRouteComponent(() => import("./brand-list.tsx"), "BrandList"),
});

const newBrandRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "brands/new",
  component: lazyRouteComponent(() => import("./new-brand.tsx"), "NewBrand"),
});

const brandPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "brands/$brandId",
  validateSearch: textParameters("tab"),
  component: lazyRouteComponent(() => import("./brand-page.tsx"), "BrandPage"),
});

const keyListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "keys",
  component: lazyRouteComponent(() => import("./key-list.tsx"), "KeyList"),
});

const organizationPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "organization",
  component: lazyRouteComponent(() => import("./organization.tsx"), "OrganizationPage"),
});

export const settingsRoutes = [
  brandListRoute,
  newBrandRoute,
  brandPageRoute,
  keyListRoute,
  organizationPageRoute,
] as const;
