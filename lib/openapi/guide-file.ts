import { join } from "node:path";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { projectRoot } from "../bundle.ts";
import { withTable } from "./generated-table.ts";
import { tags, textOf } from "./resources.ts";

/** The guide for people who write clients. Its table of endpoints is generated. */
export const guideFile = join(projectRoot, "docs", "api.md");

/** The text of the guide, with the table of endpoints as the routes and texts generate it. @throws when a mark is missing */
export const guideText = (): string => withTable(guideFile, "endpoints", table());

function table(): string[] {
  const rows = Object.entries<Route>(routes).map(([name, route]) => ({ ...textOf(name), route }));
  const byTag = Map.groupBy(rows, ({ tag }) => tag);
  const lines = tags.flatMap(({ name }) =>
    (byTag.get(name) ?? []).map(({ text, route: { method, path, access } }, index) => {
      const role = access === "public" ? "no key" : access;
      return `| ${index === 0 ? name : ""} | \`${method} ${path}\` | ${role} | ${text.summary} |`;
    }),
  );
  return ["| | endpoint | lowest role | what it does |", "| --- | --- | --- | --- |", ...lines];
}
