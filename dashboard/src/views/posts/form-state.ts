import { hashtagLine, hashtagsOf, type PostValues } from "./post-values.ts";
import { afterGap, instantsAt, isLocalTime, wallClock } from "./zoned-time.ts";

/** A time as someone types it. */
export interface TypedTime {
  /** The value of an `<input type="datetime-local">`, in the brand's zone. */
  local: string;
  /** Which of the two instants is meant if the clock shows the time twice. */
  which: "first" | "second";
}

export interface TypedPicture {
  /** Identifies the picture in the form. */
  key: string;
  url: string;
  alt: string;
}

/** What someone has typed into the form of a post. */
export interface PostForm {
  text: string;
  link: string;
  hashtags: string;
  media: TypedPicture[];
  /** Null for no time. */
  time: TypedTime | null;
}

export const emptyForm: PostForm = { text: "", link: "", hashtags: "", media: [], time: null };

/** Returns the form for a version of a post. */
export function formOf({ text, link, hashtags, media, scheduledAt }: PostValues, zone: string): PostForm {
  return {
    text,
    link: link ?? "",
    hashtags: hashtagLine(hashtags),
    media: media.map(({ url, alt }, index) => ({ key: `stored-${index}`, url, alt })),
    time: scheduledAt === null ? null : typedTime(scheduledAt, zone),
  };
}

/** Returns an instant as a person types it in a zone. */
export function typedTime(at: string, zone: string): TypedTime {
  const local = wallClock(at, zone);
  const [, second] = instantsAt(local, zone);
  return { local, which: second !== undefined && isSameMinute(second, at) ? "second" : "first" };
}

interface Parsed {
  values: PostValues;
  /** Why the time is not valid; undefined if it is valid or there is none. */
  timeProblem: string | undefined;
}

/**
 * Reads a form.
 * @param stored the present time of the post. It keeps its seconds while the minute stays the same.
 */
export function parsed(form: PostForm, zone: string, stored: string | null): Parsed {
  const link = form.link.trim();
  const { scheduledAt, problem } = parsedTime(form.time, zone, stored);
  return {
    values: {
      text: form.text,
      link: link === "" ? null : link,
      hashtags: hashtagsOf(form.hashtags),
      media: form.media.map(({ url, alt }) => ({ url: url.trim(), alt })),
      scheduledAt,
    },
    timeProblem: problem,
  };
}

/** The instant that is meant; undefined if the time is not valid. */
export function chosenInstant({ local, which }: TypedTime, zone: string): string | undefined {
  const [first, second] = instantsAt(local, zone);
  return which === "second" ? (second ?? first) : first;
}

function parsedTime(time: TypedTime | null, zone: string, stored: string | null) {
  if (time === null) return { scheduledAt: null, problem: undefined };
  const chosen = chosenInstant(time, zone);
  if (chosen === undefined) return { scheduledAt: null, problem: timeProblem(time.local, zone) };
  const keeps = stored !== null && isSameMinute(stored, chosen);
  return { scheduledAt: keeps ? stored : chosen, problem: undefined };
}

function timeProblem(local: string, zone: string): string {
  if (!isLocalTime(local)) return "Choose a date and a time.";
  const later = afterGap(local, zone);
  return `The clocks in ${zone} go forward and skip this time. Choose ${later.slice(11)} or another time.`;
}

const isSameMinute = (one: string, other: string) => one.slice(0, 16) === other.slice(0, 16);
