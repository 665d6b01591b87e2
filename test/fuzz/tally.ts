import { type Draft, type Kind, kinds } from "./draft.ts";

/** Counts answers by endpoint, kind of request and status. */
export interface Tally {
  note(draft: Pick<Draft, "route" | "kind">, status: number): void;
  /** The part of an endpoint's valid requests that were done, for every endpoint; undefined where there was none. */
  doneShare(route: string): number | undefined;
  table(): string;
}

const columns = ["2xx", "400", "401", "403", "404", "422", "429"];

export function newTally(): Tally {
  const counts = new Map<string, Map<string, number>>();
  const countOf = (route: string, kind: Kind, column?: string) => {
    const all = counts.get(`${route} ${kind}`) ?? new Map<string, number>();
    return column === undefined
      ? [...all.values()].reduce((sum, one) => sum + one, 0)
      : (all.get(column) ?? 0);
  };
  return {
    note({ route, kind }, status) {
      const key = `${route} ${kind}`;
      const all = counts.get(key) ?? new Map<string, number>();
      counts.set(key, all);
      const column = status < 400 ? "2xx" : String(status);
      all.set(column, (all.get(column) ?? 0) + 1);
    },
    doneShare(route) {
      const all = countOf(route, "valid");
      return all === 0 ? undefined : countOf(route, "valid", "2xx") / all;
    },
    table() {
      const routes = [...new Set([...counts.keys()].map((key) => key.split(" ")[0] ?? ""))].toSorted();
      const head = ["", ...kinds.flatMap((kind) => [kind, ...columns])];
      const rows = routes.map((route) => [
        route,
        ...kinds.flatMap((kind) => [
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
