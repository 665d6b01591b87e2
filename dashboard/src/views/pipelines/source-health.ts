import type { Pipeline, Run, Source } from "../../../../client/api.ts";
import { nameInStages } from "./source-types.ts";

/** What the last run says about a source. */
export type SourceHealth = { state: "unknown" } | { state: "read" } | { state: "problem"; text: string };

/** The service cuts longer details of a stage. */
const detailCharactersMax = 2_000;

/**
 * What a run says about a source of its pipeline. A run that is older than the last change of the pipeline may not have read the
 * source: then only a problem that names it is known.
 */
export function sourceHealth(
  source: Source,
  pipeline: Pick<Pipeline, "updatedAt">,
  run: Run | undefined,
): SourceHealth {
  const discover = run?.stages.find(({ name }) => name === "discover");
  if (run === undefined || discover === undefined) return { state: "unknown" };
  const detail = discover.detail ?? "";
  const name = nameInStages(source);
  const note = notesOf(detail).find((one) => isAbout(one, name));
  if (note !== undefined) return { state: "problem", text: note };
  const isWhole = discover.status === "succeeded" && detail.length < detailCharactersMax;
  return isWhole && run.createdAt >= pipeline.updatedAt ? { state: "read" } : { state: "unknown" };
}

// "Hacker News (tea) could not be read" is not about the source "Hacker News".
const isAbout = (note: string, name: string) =>
  name !== "" && note.startsWith(`${name} `) && note.charAt(name.length + 1) !== "(";

/** The parts of a stage's detail. The stages join them with semicolons. */
export function notesOf(detail: string | null): string[] {
  const notes = (detail ?? "").replace(/^No source could be read: /, "");
  return notes.split("; ").filter((note) => note !== "");
}
