import * as posts from "../../schemas/post.ts";
import { givenTimeText, id, pageOf, proseText, sent, taken, valuesOf } from "../texts.ts";
import { createdAt, updatedAt } from "./shared.ts";

const text = "The text, without hashtags. How long it may be depends on the channel.";
const link = "Where the post leads; `null` for nowhere.";
const hashtags = "Without their `#`, which whoever shows them adds.";

export const postComponents = {
  Post: sent(posts.post, "One piece of content, for one channel.", {
    id: id("pst", "Identifies the post."),
    brandId: id("brd", "The brand that it speaks for."),
    pipelineId: id("pip", "The pipeline that made it."),
    runId: id("run", "The run that made it."),
    channel: "The channel that it goes to.",
    content: "What it says.",
    status:
      "`pending`: waits for approval. `scheduled`: is published at `scheduledAt`. `draft`: was rejected or cancelled, and can be submitted again. `published` and `failed`: its publication has ended so.",
    scheduledAt: "When it is or was to be published; `null` without a time.",
    publishedAt: "When it was published; `null` before.",
    externalUrl:
      "Where the channel shows it; `null` before it is published, and where the channel has no such page.",
    failure: "Why its publication has `failed`; else `null`.",
    createdAt,
    updatedAt,
  }),
  PostContent: sent(posts.postContent, "What a post says.", {
    text,
    link,
    hashtags: `The hashtags. ${hashtags}`,
    media: [
      "Pictures that go with it.",
      { url: "Where the picture is.", alt: "The picture in words, for those who do not see it." },
    ],
  }),
  PostStatus: valuesOf(posts.postStatus, "How far a post is."),
  PostPage: pageOf(posts.posts, "posts"),
  PostChanges: taken(posts.postChanges, "What is to change of a post; a field not given stays as it is.", {
    text: proseText(`${text} Not blank.`),
    link: `${link} An http or https URL of a public address.`,
    hashtags: `At most 20, each of 1 to 60 letters, digits and underscores with a letter among them. ${hashtags} Duplicates collapse.`,
    scheduledAt: givenTimeText(
      "When it is to be published. For a scheduled post a time that has passed, or `null`, is now.",
    ),
  }),
};
