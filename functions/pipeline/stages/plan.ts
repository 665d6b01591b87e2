import { type Brand, planningSlots } from "../../domain/brand.ts";
import { type Calendar, timesTakenBy } from "../../domain/calendar.ts";
import type { NewId } from "../../domain/ids.ts";
import { newPost } from "../../domain/new-post.ts";
import { planTimes } from "../../domain/planning.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { type Post } from "../../domain/post.ts";
import type { Run } from "../../domain/run.ts";
import type { Draft } from "./write.ts";

/**
 * Plans each post (see `planTimes`). A post for which no time is found waits for a person, whatever the brand's approval
 * says.
 * @returns the posts, and the times in the brand's calendar that they take
 */
export function plan(
  drafts: readonly Draft[],
  {
    run,
    brand,
    calendar,
    newId,
    nowMs,
  }: { run: Run; brand: Brand; calendar: Calendar; newId: NewId; nowMs: number },
): { posts: Post[]; taken: Calendar; detail: string } {
  const { organizationId, brandId, pipelineId, runId } = run;
  const channels = drafts.map(({ channel }) => channel);
  const times = planTimes(channels, brand, calendar, nowMs);
  const posts = drafts.map(({ channel, content, reason, generator, needsApproval }, index) => {
    const origin = { organizationId, brandId, pipelineId, runId };
    const given = { id: newId("pst"), ...origin, channel, content, generator };
    const atMs = times[index] ?? null;
    const post = newPost(given, needsApproval ? "manual" : brand.settings.approval, atMs, nowMs);
    return { ...post, ...(reason !== undefined && { reason }) };
  });
  return { posts, taken: timesTakenBy(posts, calendar, nowMs), detail: detailOf(brand, times, nowMs) };
}

function detailOf(brand: Brand, times: readonly (number | null)[], nowMs: number): string {
  const withoutTime = times.filter((atMs) => atMs === null).length;
  const rest = withoutTime === 0 ? "" : `; ${pluralize(withoutTime, "post")} without a time: no slot is free`;
  if (planningSlots(brand).length > 0) return `the next free posting slots${rest}`;
  // All posts get the same time.
  const [atMs = nowMs] = times;
  if (atMs === null) return "no posting slots: without a time, because the next year is blocked";
  return `no posting slots: ${atMs > nowMs ? "after the quiet hours and blackout dates" : "at once"}`;
}
