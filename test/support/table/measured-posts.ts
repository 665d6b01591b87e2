import { emptyMetrics, type PostMetrics } from "../../../functions/domain/analytics.ts";
import type { MeasuredPost } from "../../../functions/domain/measured-post.ts";
import { newId } from "./entities.ts";

/** A post of the feed that was measured, published on Monday 2026-11-16 at 08:30 UTC if nothing else is given. */
export function aMeasuredPost({
  publishedAt = "2026-11-16T08:30:00.000Z",
  engagements = null,
  clicks = null,
  ...changes
}: Partial<MeasuredPost> &
  Partial<Pick<PostMetrics, "publishedAt" | "engagements" | "clicks">> = {}): MeasuredPost {
  const metrics: PostMetrics = {
    ...emptyMetrics(newId("pst"), publishedAt),
    stage: "final",
    engagements,
    clicks,
  };
  return { metrics, channel: "feed", pipelineId: null, hashtags: [], ...changes };
}
