import type { IdPrefix } from "../domain/ids.ts";

const names: Partial<Record<IdPrefix, string>> = {
  brd: "brand",
  pip: "pipeline",
  run: "run",
  pst: "post",
  whk: "webhook subscription",
  dlt: "dead letter",
  key: "API key",
};

/** How clients are told of a thing that a path names. */
export function resourceName(prefix: IdPrefix): string {
  return names[prefix] ?? "resource";
}
