import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Post } from "../../../../client/api.ts";
import { rowsOf } from "../../api/pages.ts";
import { postStatuses } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notices.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatTime } from "../../text/time.ts";
import { HistoryLine } from "./post-history.tsx";
import { historyQuery } from "./post-queries.ts";
import {
  differingFields,
  fieldNames,
  hashtagLine,
  merged,
  type PostField,
  type PostValues,
  valuesOf,
} from "./post-values.ts";
import styles from "./posts.module.css";

interface ChangedMeanwhileProps {
  /** The post as it was when the edit began. */
  base: Post;
  mine: PostValues;
  /** The post as it is now. */
  theirs: Post;
  zone: string;
  /** Called with the version that the person goes on editing. */
  onChoose: (version: PostValues) => void;
}

/** Shows who has changed the post during the edit and what they changed, and lets the person choose a version. */
export function ChangedMeanwhile({ base, mine, theirs, zone, onChoose }: ChangedMeanwhileProps) {
  const history = useInfiniteQuery(historyQuery(base.id));
  const { refetch } = history;
  // The loaded history may be older than the change.
  useEffect(() => {
    void refetch();
  }, [refetch]);
  const theirValues = valuesOf(theirs);
  const { values, conflicts } = merged(valuesOf(base), mine, theirValues);
  const since = rowsOf(history.data).filter(
    ({ at, action }) => at > base.updatedAt && action !== "commented",
  );
  return (
    <Notice kind="warning">
      <div className="stack stack-tight">
        <strong>Someone else has changed this post while you edited it.</strong>
        <ul className="list">
          {since.map((entry) => (
            <li key={entry.id}>
              <HistoryLine entry={entry} zone={zone} />
            </li>
          ))}
        </ul>
        {base.status === theirs.status ? null : (
          <p>
            The status was “{postStatuses[base.status].words}” and is now “{postStatuses[theirs.status].words}
            ”.
          </p>
        )}
        {differingFields(valuesOf(base), theirValues).map((field) => (
          <div key={field} className={styles.version}>
            <div className="small soft">
              {fieldNames[field]} now{conflicts.includes(field) ? ", which you have changed too" : ""}
            </div>
            <UserText block>{inWords(theirValues, field, zone)}</UserText>
          </div>
        ))}
        <p className="small">
          {conflicts.length === 0
            ? "You have changed other fields: both changes can be kept."
            : "If you keep your changes, saving replaces what the other person wrote in the fields that you both changed."}
        </p>
        <div className="row">
          <Button onClick={() => onChoose(values)}>Keep my changes</Button>
          <Button onClick={() => onChoose(theirValues)}>Use their version</Button>
        </div>
      </div>
    </Notice>
  );
}

function inWords(values: PostValues, field: PostField, zone: string): string {
  switch (field) {
    case "text":
      return values.text;
    case "link":
      return values.link ?? "none";
    case "hashtags":
      return hashtagLine(values.hashtags) || "none";
    case "media":
      return values.media.map(({ url, alt }) => `${url} (${alt})`).join("\n") || "none";
    case "scheduledAt":
      return values.scheduledAt === null ? "no time" : formatTime(values.scheduledAt, zone);
  }
}
