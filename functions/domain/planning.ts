import { planningSlots } from "./brand.ts";
import {
  type Calendar,
  type CalendarChange,
  nameOfTimeTaken,
  roomIn,
  timeName,
  timeNamed,
} from "./calendar.ts";
import { unprocessable } from "./errors.ts";
import { firstOpenTime, isSlot, openSlotsAfter, type PlannedBrand } from "./open-times.ts";
import type { Post } from "./post.ts";
import { hourMs, isoTime } from "./time.ts";

type Channel = Post["channel"];

/** A story goes out in different slots of its channels if that delays none of its posts by more than this time. */
const spreadMs = 12 * hourMs;

/**
 * Plans the posts of a run. A post gets the first open posting slot that no post of its channel has. If its story goes out on
 * another channel in that slot, the post gets the next free slot without its story, within 12 hours: readers who follow the
 * brand on several channels should not get everything twice at once. Without posting slots all posts get the first open
 * time.
 * @param channels the channel of each post: the posts of a channel are about the same stories in the same order
 * @returns the time of each post (epoch ms); null where no slot of the next year is free, or 1,000 times are taken
 */
export function planTimes(
  channels: readonly Channel[],
  brand: PlannedBrand,
  calendar: Calendar,
  nowMs: number,
): (number | null)[] {
  if (planningSlots(brand).length === 0) {
    const openMs = firstOpenTime(brand, nowMs);
    return channels.map(() => openMs);
  }
  const slots = replayable(openSlotsAfter(brand, nowMs));
  const taken = new Set(calendar.keys());
  let room = roomIn(calendar, nowMs);
  const storiesOf = new Map<Channel, number>();
  const timesOf = new Map<number, Set<number>>();
  return channels.map((channel) => {
    const story = storiesOf.get(channel) ?? 0;
    storiesOf.set(channel, story + 1);
    const timesOfStory = timesOf.get(story) ?? new Set();
    const isFree = (atMs: number) => !taken.has(timeName(channel, atMs));
    const atMs = room === 0 ? null : slotFor(slots, isFree, timesOfStory);
    if (atMs === null) return null;
    room -= 1;
    taken.add(timeName(channel, atMs));
    timesOf.set(story, timesOfStory.add(atMs));
    return atMs;
  });
}

function slotFor(
  slots: () => Iterable<number>,
  isFree: (atMs: number) => boolean,
  timesOfStory: ReadonlySet<number>,
): number | null {
  let firstMs: number | null = null;
  for (const slotMs of slots()) {
    if (!isFree(slotMs)) continue;
    firstMs ??= slotMs;
    if (slotMs - firstMs > spreadMs) return firstMs;
    if (!timesOfStory.has(slotMs)) return slotMs;
  }
  return firstMs;
}

/** Lets a generator's values be read several times, each computed once. */
function replayable(values: Generator<number>): () => Iterable<number> {
  const known: number[] = [];
  return function* () {
    for (let index = 0; ; index += 1) {
      if (index === known.length) {
        const next = values.next();
        if (next.done === true) return;
        known.push(next.value);
      }
      yield known[index] ?? 0;
    }
  };
}

/**
 * Decides what a change of a post means for the calendar of its brand, as of `updatedAt`. A post of a run that is submitted
 * again when another post has taken its slot gets the next free slot, or no time if there is none.
 * @param before null for a new post
 * @param brand null if it is deleted: then the post takes no time
 * @returns the post, with its new slot if it gets one
 * @throws unprocessable when a person gives a post a posting slot that another post of its channel has, or when 1,000 times
 * are taken
 */
export function plannedChange(
  before: Post | null,
  after: Post,
  brand: PlannedBrand | null,
  calendar: Calendar,
): CalendarChange & { post: Post } {
  const nowMs = Date.parse(after.updatedAt);
  const former = before === null ? null : nameOfTimeTaken(before, nowMs);
  const wanted = brand === null ? null : nameOfTimeTaken(after, nowMs);
  const freed = former !== null && former !== wanted && calendar.get(former) === after.id ? [former] : [];
  const taking = (post: Post, name: string | null) => ({
    post,
    taken: new Map(name === null ? [] : [[name, post.id]]),
    freed,
  });
  if (brand === null || wanted === null || calendar.get(wanted) === after.id) return taking(after, null);
  const other = calendar.get(wanted);
  if (other === undefined) {
    if (roomIn(calendar, nowMs) === 0) throw unprocessable(fullCalendar);
    return taking(after, wanted);
  }
  const slotMs = timeNamed(wanted);
  if (!isSlot(brand, slotMs)) return taking(after, null);
  const [nextMs = null] = planTimes([after.channel], brand, calendar, nowMs);
  const nextAt = nextMs === null ? null : isoTime(nextMs);
  if (isResubmitted(before, after)) {
    const moved = { ...after, scheduledAt: nextAt };
    return taking(moved, nameOfTimeTaken(moved, nowMs));
  }
  const advice = nextAt === null ? "no slot of the next year is free" : `the next free slot is ${nextAt}`;
  throw unprocessable(
    `The posting slot ${isoTime(slotMs)} on the channel ${after.channel} is taken by the post ${other}. Choose another time: ${advice}.`,
  );
}

const fullCalendar =
  "The brand has 1,000 posts planned ahead, which is the maximum. Cancel, reject or delete one of them first.";

/** Whether a post of a run waits for approval again at the time that it had. */
function isResubmitted(before: Post | null, after: Post): boolean {
  return before?.status === "draft" && before.scheduledAt === after.scheduledAt && after.runId !== null;
}
