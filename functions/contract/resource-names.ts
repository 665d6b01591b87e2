import type { IdPrefix } from "../domain/ids.ts";

const names: Partial<Record<IdPrefix, string>> = {
  brd: "brand",
  pip: "pipeline",
  run: "run",
  pst: "post",
  whk: "webhook subscription",
  dlt: "dead letter",
  rpl: "bulk replay",
  key: "API key",
  trd: "trend",
  rvl: "review link",
};

/** The name of a resource in messages to clients, by the prefix of its id. */
export function resourceName(prefix: IdPrefix): string {
  return names[prefix] ?? "resource";
}
