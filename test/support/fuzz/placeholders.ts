import type { IdPrefix } from "../../../functions/domain/ids.ts";
import type { Fixtures } from "../api/fixtures.ts";
import { idOf } from "../api/valid-requests.ts";
import { newId } from "../table/entities.ts";
import type { RouteName } from "./request-template.ts";
import { routeOf } from "./route-matching.ts";
import type { FuzzSetup } from "./setup.ts";

/** Replaces the placeholders of a text by ids of a setup. */
export function fillPlaceholders(
  text: string,
  route: RouteName,
  { fixtures, disposables, foreign }: FuzzSetup,
): string {
  const own = () => disposables.take(route) ?? idOf(routeOf(route), fixtures);
  return text.replaceAll(/\{\{([\w.]+)\}\}/g, (placeholder, name: string) => {
    // `brd`, `own`, `own.lower`, `foreign.brd`, `new.brd`.
    const [source = "", detail = ""] = name.split(".");
    switch (source) {
      case "own":
        return spelled(own(), detail);
      case "foreign":
        return idNamed(foreign?.fixtures ?? fixtures, detail);
      case "new":
        return newId(prefixes[detail] ?? "brd");
      default:
        return idNamed(fixtures, source) || placeholder;
    }
  });
}

const prefixes: Partial<Record<string, IdPrefix>> = {
  brd: "brd",
  pip: "pip",
  run: "run",
  pst: "pst",
  whk: "whk",
  dlt: "dlt",
  rpl: "rpl",
  key: "key",
  trd: "trd",
};

function idNamed({ ids }: Fixtures, name: string): string {
  return new Map<string, string>(Object.entries(ids)).get(name) ?? "";
}

function spelled(id: string, how: string): string {
  switch (how) {
    case "encoded":
      return Array.from(id, (one) => `%${one.charCodeAt(0).toString(16)}`).join("");
    case "lower":
      return id.toLowerCase();
    case "cut":
      return id.slice(0, -1);
    case "wide":
      return `${id}0`;
    default:
      return id;
  }
}
