import { routes } from "../../../functions/contract/routes.ts";
import { type RequestKind, type RequestTemplate, requestKinds } from "./request-template.ts";

/** Counts responses by endpoint, kind of request and status. */
export interface StatusCounts {
  add(template: Pick<RequestTemplate, "route" | "kind">, status: number): void;
  /** Returns the endpoints that got any request. */
  routesCalled(): Set<string>;
  /** Returns the endpoints where fewer than this share of the valid requests succeeded, each with its numbers. */
  routesBelow(share: number): string[];
  table(): string;
}

const columns = ["2xx", "400", "401", "403", "404", "422", "429"];

export function newStatusCounts(): StatusCounts {
  const counts = new Map<string, Map<string, number>>();
  const countOf = (route: string, kind: RequestKind, column?: string) => {
    const all = counts.get(`${route} ${kind}`) ?? new Map<string, number>();
    return column === undefined
      ? [...all.values()].reduce((sum, one) => sum + one, 0)
      : (all.get(column) ?? 0);
  };
  const routesCalled = () => new Set([...counts.keys()].map((key) => key.split(" ")[0] ?? ""));
  return {
    add({ route, kind }, status) {
      const key = `${route} ${kind}`;
      const all = counts.get(key) ?? new Map<string, number>();
      counts.set(key, all);
      const column = status < 400 ? "2xx" : String(status);
      all.set(column, (all.get(column) ?? 0) + 1);
    },
    routesCalled,
    routesBelow: (share) =>
      Object.keys(routes).flatMap((route) => {
        const all = countOf(route, "valid");
        const done = countOf(route, "valid", "2xx");
        return done < share * all || done === 0 ? [`${route}: ${done} of ${all}`] : [];
      }),
    table() {
      const head = ["", ...requestKinds.flatMap((kind) => [kind, ...columns])];
      const rows = [...routesCalled()]
        .toSorted()
        .map((route) => [
          route,
          ...requestKinds.flatMap((kind) => [
            countOf(route, kind),
            ...columns.map((one) => countOf(route, kind, one)),
          ]),
        ]);
      const totals = [
        "all",
        ...(rows[0] ?? []).slice(1).map((_, at) => rows.reduce((sum, row) => sum + Number(row[at + 1]), 0)),
      ];
      return [head, ...rows, totals]
        .map(
          ([name, ...cells]) =>
            `${String(name).padEnd(22)}${cells.map((one) => String(one || "·").padStart(7)).join("")}`,
        )
        .join("\n");
    },
  };
}
