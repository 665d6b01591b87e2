import { useNow } from "../../parts/time.tsx";
import { relativeTime } from "../../text/time.ts";

const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** An instant to the second, in the browser's time zone: attempts are seconds apart. */
export function ExactTime({ at }: { at: string }) {
  const nowMs = useNow();
  return (
    <time dateTime={at} title={`${at}, ${relativeTime(at, nowMs)}`}>
      {format.format(new Date(at))}
    </time>
  );
}
