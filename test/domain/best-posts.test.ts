import { expect, it } from "vitest";
import { bestOf, nothingBest } from "../../functions/domain/best-posts.ts";
import { aMeasuredPost } from "../support/table/measured-posts.ts";

const zurich = { timezone: "Europe/Zurich", hashtags: ["Coffee"] };

it("the best post is the one with the most reactions, and clicks count where a channel gives no engagements", () => {
  const best = aMeasuredPost({ engagements: null, clicks: 9 });
  const posts = [aMeasuredPost({ engagements: 8, clicks: 99 }), best, aMeasuredPost()];
  expect(bestOf(posts, zurich).post).toEqual({ postId: best.metrics.postId, reactions: 9 });
});

it("the best topic has the most reactions per post, ignores the case of letters, and is no hashtag of the brand", () => {
  const posts = [
    aMeasuredPost({ engagements: 50, hashtags: ["coffee"] }),
    aMeasuredPost({ engagements: 10, hashtags: ["Espresso", "coffee"] }),
    aMeasuredPost({ engagements: 20, hashtags: ["#espresso"] }),
    aMeasuredPost({ engagements: 14, hashtags: ["latte", "Latte"] }),
  ];
  expect(bestOf(posts, zurich).topic).toEqual({ topic: "espresso", posts: 2, reactions: 15 });
});

it("the best hour is one of the brand's time zone, on both sides of a change of its clock", () => {
  const summer = aMeasuredPost({ engagements: 3, publishedAt: "2026-10-19T07:59:00.000Z" });
  const winter = aMeasuredPost({ engagements: 4, publishedAt: "2026-10-26T08:00:00.000Z" });
  expect(bestOf([summer, winter], zurich).hour).toEqual({
    weekday: "monday",
    time: "09:00",
    posts: 2,
    reactions: 3.5,
  });
});

it("without any known reaction, nothing is best", () => {
  expect(bestOf([], zurich)).toEqual(nothingBest);
  expect(bestOf([aMeasuredPost({ hashtags: ["latte"] })], zurich)).toEqual(nothingBest);
});

it("of equal topics and hours, the one with more posts is best", () => {
  const posts = [
    aMeasuredPost({ engagements: 5, hashtags: ["a"], publishedAt: "2026-11-17T08:00:00.000Z" }),
    aMeasuredPost({ engagements: 5, hashtags: ["b"] }),
    aMeasuredPost({ engagements: 5, hashtags: ["b"] }),
  ];
  expect(bestOf(posts, zurich)).toMatchObject({ topic: { topic: "b" }, hour: { weekday: "monday" } });
});
