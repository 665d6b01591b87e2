import type { Brand } from "../../domain/brand.ts";
import type { NewId } from "../../domain/ids.ts";
import { newPost, type Post } from "../../domain/post.ts";
import type { Run } from "../../domain/run.ts";
import { nextSlots } from "../../domain/slots.ts";
import type { Draft } from "./write.ts";

/** Schedules each post: the posts of each channel get the brand's next posting slots, or the present if it has none. */
export function plan(
  drafts: readonly Draft[],
  { run, brand, newId, nowMs }: { run: Run; brand: Brand; newId: NewId; nowMs: number },
): Post[] {
  const { organizationId, brandId, pipelineId, runId } = run;
  const { postingSlots, approval } = brand.settings;
  const slots = nextSlots(postingSlots, brand.timezone, nowMs, drafts.length);
  const used = new Map<string, number>();
  return drafts.map(({ channel, content }) => {
    const index = used.get(channel) ?? 0;
    used.set(channel, index + 1);
    const scheduledAtMs = slots[index] ?? nowMs;
    const given = { id: newId("pst"), organizationId, brandId, pipelineId, runId, channel, content };
    return newPost(given, approval, scheduledAtMs, nowMs);
  });
}
