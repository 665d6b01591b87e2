import { useInfiniteQuery } from "@tanstack/react-query";
import type { HistoryEntry } from "../../../../client/api.ts";
import { rowsOf } from "../../api/pages.ts";
import { Empty } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { ActorName } from "./actor-name.tsx";
import { historyQuery } from "./post-queries.ts";
import { fieldNames } from "./post-values.ts";

/** Who did what to a post, the latest first. */
export function PostHistory({ postId, zone }: { postId: string; zone: string | undefined }) {
  const query = useInfiniteQuery(historyQuery(postId));
  return (
    <Panel title="History">
      <QueryView query={query}>
        {(data) => {
          const entries = rowsOf(data);
          return entries.length === 0 ? (
            <Empty>Nothing is recorded.</Empty>
          ) : (
            <ol className="list">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <HistoryLine entry={entry} zone={zone} />
                </li>
              ))}
            </ol>
          );
        }}
      </QueryView>
      <div className="row">
        <MoreButton query={query} />
      </div>
    </Panel>
  );
}

/** One entry of a history: what, who, when. */
export function HistoryLine({ entry, zone }: { entry: HistoryEntry; zone: string | undefined }) {
  return (
    <>
      {words(entry)}
      <div className="small soft">
        <ActorName actor={entry.by} />, <Time at={entry.at} zone={zone} />
      </div>
    </>
  );
}

function words({ action, fields }: HistoryEntry): string {
  const known = actions[action];
  if (fields === null || fields.length === 0) return known;
  return `${known}: ${fields.map((field) => fieldNames[field].toLowerCase()).join(", ")}`;
}

const actions: Record<HistoryEntry["action"], string> = {
  created: "Created",
  edited: "Edited",
  submitted: "Submitted for approval",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  cancelled: "Publication cancelled",
  retried: "Retried",
  published: "Published",
  failed: "Publication failed",
  resolved: "Outcome resolved",
  commented: "Commented",
};
