import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Calendar, type PlannedPost, updatePost } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { channelName } from "../../content/channels.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { useNow } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { formatTime } from "../../text/time.ts";
import { type CalendarDay, type CalendarEntry, daysOf, isFreeFor, isMovable } from "./calendar-days.ts";
import styles from "./calendar-week.module.css";
import { MoveDialog } from "./move-dialog.tsx";
import { rereadLists, showChanged } from "./post-queries.ts";

/** A post with its present time. */
export interface MovedPost extends PlannedPost {
  at: string;
}

/** Seven days with their slots and posts. A post is moved by dragging it to a free slot, or with its button. */
export function CalendarWeek({ calendar, monday }: { calendar: Calendar; monday: string }) {
  const days = daysOf(calendar, monday);
  const nowMs = useNow();
  const [dragged, setDragged] = useState<MovedPost | null>(null);
  const [asked, setAsked] = useState<MovedPost | null>(null);
  const move = useMutation({
    mutationFn: ({ post, to }: { post: MovedPost; to: string }) =>
      dataOf(updatePost({ id: post.postId, postChanges: { scheduledAt: to } })),
    onSuccess: (changed, { post, to }) => {
      setAsked(null);
      showChanged([changed]);
      showToast(`The post moved to ${formatTime(to, calendar.timezone)}.`, () =>
        move.mutate({ post: { ...post, at: to }, to: post.at }),
      );
    },
    // Someone else may have changed the post: show it as it is now.
    onError: rereadLists,
  });
  const week: Week = {
    nowMs,
    timezone: calendar.timezone,
    dragged,
    setDragged,
    ask: setAsked,
    move: move.mutate,
  };
  return (
    <>
      {asked === null ? <ErrorNotice error={move.error} /> : null}
      <ol className={styles.week}>
        {days.map((day) => (
          <Day key={day.date} day={day} week={week} />
        ))}
      </ol>
      {asked === null ? null : (
        <MoveDialog
          post={asked}
          timezone={calendar.timezone}
          brandId={calendar.brandId}
          busy={move.isPending}
          error={move.error}
          onMove={(to) => move.mutate({ post: asked, to })}
          onClose={() => {
            move.reset();
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

/** What all entries of a week need. */
interface Week {
  nowMs: number;
  timezone: string;
  /** The post that is being dragged. */
  dragged: MovedPost | null;
  setDragged: (post: MovedPost | null) => void;
  /** Opens the dialog that asks for the time. */
  ask: (post: MovedPost) => void;
  move: (target: { post: MovedPost; to: string }) => void;
}

const dayName = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

const blockedWords = { quiet_hours: "Quiet hours", blackout_date: "Blackout date" };
const timeOf = (local: string) => local.slice(11, 16);

function Day({ day: { date, entries, blocked }, week }: { day: CalendarDay; week: Week }) {
  return (
    <li className={styles.day}>
      <h2 className={styles.dayName}>{dayName.format(Date.parse(date))}</h2>
      {blocked.map(({ reason, localFrom, localTo }) => (
        <div key={`${reason} ${localFrom}`} className="small soft">
          {reason === "blackout_date"
            ? blockedWords[reason]
            : `${blockedWords[reason]} ${timeOf(localFrom)}–${timeOf(localTo)}`}
        </div>
      ))}
      {entries.length === 0 ? <div className="small soft">Nothing</div> : null}
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <Entry key={`${entry.at} ${entry.isSlot}`} entry={entry} week={week} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ entry, week }: { entry: CalendarEntry; week: Week }) {
  const { dragged } = week;
  const takes =
    dragged !== null &&
    dragged.at !== entry.at &&
    entry.isSlot &&
    isFreeFor(entry, dragged.channel, week.nowMs);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Only for dragging. The Move button does the same.
    <li
      className={takes ? `${styles.entry} ${styles.target}` : styles.entry}
      onDragOver={(event) => {
        if (takes) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (takes) week.move({ post: dragged, to: entry.at });
        week.setDragged(null);
      }}
    >
      <div className="small number">
        <time dateTime={entry.at}>{timeOf(entry.localAt)}</time>
        {entry.isSlot && entry.posts.length === 0 ? (
          <span className="soft">
            {" "}
            {entry.blockedBy === null ? "free slot" : `slot, ${blockedWords[entry.blockedBy].toLowerCase()}`}
          </span>
        ) : null}
      </div>
      {entry.posts.map((post) => (
        <PostCard key={post.postId} post={{ ...post, at: entry.at }} week={week} />
      ))}
    </li>
  );
}

function PostCard({ post, week }: { post: MovedPost; week: Week }) {
  const mayMove = useMay("write") && isMovable(post.status);
  return (
    <div
      className={styles.post}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", post.postId);
        event.dataTransfer.effectAllowed = "move";
        week.setDragged(post);
      }}
      onDragEnd={() => week.setDragged(null)}
    >
      <Link
        className={styles.text}
        to="/app/posts/$postId"
        params={{ postId: post.postId }}
        draggable={false}
      >
        <bdi>{post.text}</bdi>
      </Link>
      <div className="row small">
        {channelName(post.channel)} <StatusBadge of={postStatuses} status={post.status} />
      </div>
      {mayMove ? (
        <div>
          <Button small onClick={() => week.ask(post)}>
            Move <span className="visually-hidden">{post.text}</span>
          </Button>
        </div>
      ) : null}
    </div>
  );
}
