import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { channelName } from "../../content/channels.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useNow } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatTime } from "../../text/time.ts";
import { dateIn } from "../../text/weeks.ts";
import { daysAhead, isFreeFor } from "./calendar-days.ts";
import type { MovedPost } from "./calendar-week.tsx";
import { calendarQuery } from "./post-queries.ts";

interface MoveDialogProps {
  post: MovedPost;
  brandId: string;
  timezone: string;
  busy: boolean;
  error: unknown;
  onMove: (to: string) => void;
  onClose: () => void;
}

/** Asks for the slot that a post moves to, among those that are free for its channel. */
export function MoveDialog({ post, brandId, timezone, busy, error, onMove, onClose }: MoveDialogProps) {
  const nowMs = useNow();
  const [chosen, setChosen] = useState("");
  const calendar = useQuery(calendarQuery(brandId, dateIn(timezone, nowMs), daysAhead));
  return (
    <Dialog title="Move the post" onClose={onClose}>
      <p>
        <UserText>{post.text}</UserText>
      </p>
      <p className="soft">
        On {channelName(post.channel)}, now at {formatTime(post.at, timezone)}.
      </p>
      <QueryView query={calendar}>
        {({ slots }) => {
          const free = slots.filter((slot) => isFreeFor(slot, post.channel, nowMs));
          return free.length === 0 ? (
            <p>No slot is free in the next {daysAhead} days.</p>
          ) : (
            <SelectField label="Free slot" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose a slot</option>
              {free.map(({ at, blockedBy }) => (
                <option key={at} value={at}>
                  {formatTime(at, timezone)}
                  {blockedBy === null ? "" : " (runs leave it empty)"}
                </option>
              ))}
            </SelectField>
          );
        }}
      </QueryView>
      <ErrorNotice error={error} />
      <div className="row">
        <Button look="primary" busy={busy} disabled={chosen === ""} onClick={() => onMove(chosen)}>
          Move
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Link to="/app/posts/$postId" params={{ postId: post.postId }}>
          Choose another time
        </Link>
      </div>
    </Dialog>
  );
}
