import type { Brand } from "../../domain/brand.ts";
import type { NewId } from "../../domain/ids.ts";
import { newPost, type Post } from "../../domain/post.ts";
import type { Run } from "../../domain/run.ts";
import { nextSlots } from "../../domain/slots.ts";
import type { Draft } from "./write.ts";

/** Gives each post its time: each channel's posts take the brand's next posting slots, or now where it has none. */
export function plan(
  drafts: readonly Draft[],
  { run, brand, newId, nowMs }: { run: Run; brand: Brand; newId: NewId; nowMs: number },
): Post[] {
  const { organizationId, brandId, pipelineId, runId } = run;
  const { postingSlots, approval } = brand.settings;
  const slots = nextSlots(postingSlots, brand.timezone, nowMs, drafts.length);
  const taken = new Map<string, number>();
  return drafts.map(({ channel, content }) => {
    const place = taken.get(channel) ?? 0;
    taken.set(channel, place + 1);
    const scheduledAtMs = slots[place] ?? nowMs;
    const given = { id: newId("pst"), organizationId, brandId, pipelineId, runId, channel, content };
    return newPost(given, approval, scheduledAtMs, nowMs);
  });
}
