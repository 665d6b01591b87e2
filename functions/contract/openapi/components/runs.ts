import { analyticsStatus, runAnalytics, weeklyAnalytics } from "../../schemas/analytics.ts";
import * as runs from "../../schemas/run.ts";
import { id, pageOf, sent, type Text, valuesOf } from "../texts.ts";
import { createdAt } from "./shared.ts";

/** Of a week, wherever it is told. */
export const startsAt: Text =
  "When the week began: its Monday at 00:00 in the brand's time zone. Where the brand has moved to another zone since the week before, the moment at which that one ended.";
export const endsAt: Text =
  "When the week ended, or will: the Monday after it at 00:00, in the brand's time zone of then.";

const figures = {
  reach: "How many people the posts reached; `null` where there are no posts, or no channel tells.",
  engagementRate:
    "Engagements over reach, from 0 to 1; `null` where nobody was reached, or no channel tells both.",
  clicks: "How often a link of a post was followed; `null` where there are no posts, or no channel tells.",
  estimatedRoi:
    "What the clicks are worth by the brand's `valuePerClick`, in `currency`; `null` without such a value, without posts, or with values in several currencies.",
  currency: "The currency of `estimatedRoi`: a code of ISO 4217; `null` with it.",
};

export const runComponents = {
  Run: sent(runs.run, "One asynchronous execution of a pipeline.", {
    runId: id("run", "Identifies the run."),
    pipelineId: id("pip", "The pipeline that is run."),
    brandId: id("brd", "The brand of the pipeline."),
    trigger: "Whether a request asked for it (`manual`) or the pipeline's schedule.",
    status: "`queued`, then `running`, then `succeeded` or `failed`.",
    outputs: "The ids of the posts that it made: empty until it has `succeeded`, when they are all there.",
    stages: "What a run does, in this order.",
    error: "Why it has `failed`; else `null`.",
    createdAt,
    startedAt: "When its work began; `null` before.",
    finishedAt: "When it ended; `null` before.",
  }),
  RunStage: sent(runs.runStage, "One stage of a run.", {
    name: "The stage.",
    status: "How far the stage is.",
    startedAt: "When the stage began; `null` before.",
    finishedAt: "When the stage ended; `null` before.",
    detail: "What the stage did, in a few words; `null` while there is nothing to say.",
  }),
  RunPage: pageOf(runs.runs, "runs"),
  AnalyticsStatus: valuesOf(analyticsStatus, "How much of what is to be measured was measured."),
  RunAnalytics: sent(
    runAnalytics,
    "What was measured of the posts that a run made: first 24 hours after each one's publication, finally after 48.",
    {
      runId: id("run", "The run."),
      status:
        "`pending`: nothing was measured yet, and every figure is `null`. `partial`: some posts are still to be measured. `ready`: the figures are final.",
      ...figures,
      posts: "How many of the run's posts are published.",
      availableAt: "When the figures are final; `null` before anything is published.",
      updatedAt: "When something was last measured; `null` before.",
    },
  ),
  WeeklyAnalytics: sent(weeklyAnalytics, "What the posts that a brand published in a week have brought.", {
    brandId: id("brd", "The brand."),
    week: "The week, as ISO 8601 numbers it.",
    startsAt,
    endsAt,
    status:
      "`pending`: not computed yet, and every figure is `null`. `partial`: some posts wait for their final figures. `ready`: none does.",
    posts: "How many posts were published in the week; `null` while pending.",
    ...figures,
    computedAt: "When it was first computed; `null` while pending.",
    updatedAt: "When it was last computed, with whatever was measured by then; `null` while pending.",
  }),
};
