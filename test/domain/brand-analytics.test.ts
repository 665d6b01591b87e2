import { expect, it } from "vitest";
import { analyticsGroups } from "../../functions/domain/brand-analytics.ts";
import { aMeasuredPost } from "../support/table/measured-posts.ts";

const utc = { timezone: "UTC", hashtags: ["coffee"] };
const posts = [
  aMeasuredPost({ engagements: 1, channel: "feed", pipelineId: "pip_1", hashtags: ["latte"] }),
  aMeasuredPost({ engagements: 3, channel: "feed", hashtags: ["latte", "Coffee", "mocha"] }),
  aMeasuredPost({ engagements: 9, channel: "bluesky", publishedAt: "2026-11-22T23:59:00.000Z" }),
  aMeasuredPost({ channel: "telegram", pipelineId: "pip_1" }),
];
const shown = (by: Parameters<typeof analyticsGroups>[1]) =>
  analyticsGroups(posts, by, utc).map(({ key, posts: count, reactionsPerPost }) => [
    key,
    count,
    reactionsPerPost,
  ]);

it("a brand's posts are grouped by channel, the group with the most reactions per post first, unmeasured ones last", () => {
  expect(shown("channel")).toEqual([
    ["bluesky", 1, 9],
    ["feed", 2, 2],
    ["telegram", 1, null],
  ]);
});

it("posts that no run made are a group without a pipeline", () => {
  expect(shown("pipeline")).toEqual([
    [null, 2, 6],
    ["pip_1", 2, 1],
  ]);
});

it("a post is in the group of each of its topics, and the brand's hashtags are no topics", () => {
  expect(shown("topic")).toEqual([
    ["mocha", 1, 3],
    ["latte", 2, 2],
  ]);
});

it("posts are grouped by the hour of the week of their publication", () => {
  expect(shown("hour")).toEqual([
    ["sunday 23:00", 1, 9],
    ["monday 08:00", 3, 2],
  ]);
});

it("each group has the metrics of its posts alone", () => {
  const measured = {
    ...posts[0],
    metrics: { ...aMeasuredPost().metrics, reach: 10, engagements: 2, clicks: 1 },
  };
  const [group] = analyticsGroups([aMeasuredPost(measured)], "channel", utc);
  expect(group).toMatchObject({ reach: 10, engagementRate: 0.2, clicks: 1, estimatedRoi: null });
});
