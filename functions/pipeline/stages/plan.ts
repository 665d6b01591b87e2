import type { Brand } from "../../domain/brand.ts";
import type { NewId } from "../../domain/ids.ts";
import { newPost, type Post } from "../../domain/post.ts";
import type { Run } from "../../domain/run.ts";
import { type SeenItems, takenSlots } from "../../domain/seen-items.ts";
import { nextSlots } from "../../domain/slots.ts";
import type { Draft } from "./write.ts";

/**
 * Schedules each post: the posts of each channel get the brand's next posting slots that no post of the pipeline has, or the
 * present if the brand has no slots.
 */
export function plan(
  drafts: readonly Draft[],
  {
    run,
    brand,
    seen,
    newId,
    nowMs,
  }: { run: Run; brand: Brand; seen: SeenItems; newId: NewId; nowMs: number },
): { posts: Post[]; used: Map<string, number[]> } {
  const { organizationId, brandId, pipelineId, runId } = run;
  const { postingSlots, approval } = brand.settings;
  const free = new Map<string, number[]>();
  for (const channel of new Set(drafts.map((draft) => draft.channel))) {
    const taken = takenSlots(seen, channel);
    const count = drafts.filter((draft) => draft.channel === channel).length + taken.size;
    const slots = nextSlots(postingSlots, brand.timezone, nowMs, count);
    free.set(
      channel,
      slots.filter((slotMs) => !taken.has(slotMs)),
    );
  }
  const used = new Map<string, number[]>();
  const posts = drafts.map(({ channel, content, generator, needsApproval }) => {
    const slotMs = free.get(channel)?.shift();
    if (slotMs !== undefined) used.set(channel, [...(used.get(channel) ?? []), slotMs]);
    const given = {
      id: newId("pst"),
      organizationId,
      brandId,
      pipelineId,
      runId,
      channel,
      content,
      generator,
    };
    return newPost(given, needsApproval ? "manual" : approval, slotMs ?? nowMs, nowMs);
  });
  return { posts, used };
}
