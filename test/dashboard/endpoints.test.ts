import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { places } from "../../dashboard/endpoints.ts";
import { dashboardFile, dashboardText } from "../../lib/openapi/dashboard-file.ts";

const source = join(import.meta.dirname, "..", "..", "dashboard", "src");
const text = (file: string) => readFileSync(file, "utf8");

/** The files that a file imports from the dashboard, and the names that it imports from the client. */
function importsOf(file: string): { files: string[]; names: string[] } {
  const files: string[] = [];
  const names: string[] = [];
  for (const [, named = "", from = ""] of text(file).matchAll(
    /import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]+)"/g,
  )) {
    if (from.endsWith("client/api.ts")) names.push(...named.split(",").map((name) => name.trim()));
    else if (/\.tsx?$/.test(from)) files.push(join(dirname(file), from));
  }
  return { files, names };
}

/** The names that a view and everything below it import from the client. */
function namesBelow(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const { files, names } = importsOf(file);
  return new Set([...names, ...files.flatMap((one) => [...namesBelow(one, seen)])]);
}

/** The file of each view, by its address. */
const views = new Map<string, string>();
for (const file of [...globSync(join(source, "views", "*", "routes.ts")), join(source, "router.tsx")]) {
  for (const definition of text(file).split("createRoute(").slice(1)) {
    const path = /path: "([^"]*)"/.exec(definition)?.[1] ?? "";
    const lazy = /import\("(\.[^"]+)"\)/.exec(definition)?.[1];
    const component = /component: (\w+)/.exec(definition)?.[1];
    const eager = new RegExp(`import \\{ ${component} \\} from "(\\.[^"]+)"`).exec(text(file))?.[1];
    const view = lazy ?? eager;
    const address = definition.includes("=> appRoute") ? join("/app", path) : path;
    if (view !== undefined) views.set(address, join(dirname(file), view));
  }
}

it("every endpoint is called from each view that the table names for it", () => {
  const wrong = Object.entries(places).flatMap(([name, place]) => {
    if ("leftOut" in place) return [];
    return place.views.flatMap((address) => {
      const view = views.get(address);
      if (view === undefined) return [`${address}: no such view`];
      return namesBelow(view).has(name) ? [] : [`${address} does not call ${name}`];
    });
  });
  expect(wrong).toEqual([]);
});

it("an endpoint that is left out is called from no view", () => {
  const called = new Set([...views.values()].flatMap((view) => [...namesBelow(view)]));
  const leftOut = Object.entries(places).filter(([, place]) => "leftOut" in place);
  expect(leftOut.filter(([name]) => called.has(name))).toEqual([]);
  expect(leftOut.length).toBeLessThan(10);
});

it("the table in docs/dashboard.md equals what the places generate (run npm run openapi)", () => {
  expect(text(dashboardFile) === dashboardText()).toBe(true);
});
