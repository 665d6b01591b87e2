import { join } from "node:path";
import { places } from "../../dashboard/endpoints.ts";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { projectRoot } from "../bundle.ts";
import { withTable } from "./generated-table.ts";

/** The guide for people who use the dashboard. Its table of endpoints and views is generated. */
export const dashboardFile = join(projectRoot, "docs", "dashboard.md");

/** The text of the guide, with the table as the routes and the dashboard's places generate it. @throws when a mark is missing */
export const dashboardText = (): string => withTable(dashboardFile, "views", table());

function table(): string[] {
  const byName: ReadonlyMap<string, (typeof places)[keyof typeof places]> = new Map(Object.entries(places));
  const lines = Object.entries<Route>(routes).map(([name, { method, path }]) => {
    const place = byName.get(name);
    const where =
      place === undefined || "leftOut" in place
        ? `not used: ${place?.leftOut}`
        : place.views.map((view) => `\`${view}\``).join(", ");
    return `| \`${method} ${path}\` | ${where} |`;
  });
  return ["| endpoint | view |", "| --- | --- |", ...lines];
}
