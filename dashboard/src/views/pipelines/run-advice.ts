import type { Failure } from "../../../../client/api.ts";

/** What to do about a run that failed. Null where its message says it. */
export function adviceOn({ code }: Failure): string | null {
  switch (code) {
    case "sources_unreadable":
      return "Check the addresses of the pipeline's sources. A preview shows at once which of them can be read.";
    case "cancelled":
      return "Run the pipeline again when you want its posts.";
    case "pipeline_gone":
      return "Nothing needs to be done: what earlier runs have posted stays.";
    case "timed_out":
    case "worker_failed":
      return null;
    default:
      return "Run the pipeline again. If it fails again, tell the operator of the service the id of this run.";
  }
}
