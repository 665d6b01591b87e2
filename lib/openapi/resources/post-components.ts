import * as posts from "../../../functions/contract/schemas/post.ts";
import {
  enumSchema,
  givenTimeText,
  id,
  pageSchema,
  proseText,
  requestSchema,
  responseSchema,
} from "../component.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

const textText =
  "The text, without hashtags. Its maximum length is the `limit` of the post, which depends on the channel.";
const linkText = "The URL that the post links to; `null` for none.";
const givenTextText = proseText(`${textText} Must not be blank.`);
const givenLinkText = `${linkText} An http or https URL of a public address.`;
const mediaText =
  "At most 4 pictures. A channel may take fewer: its `limits.images` says how many. A post with more is rejected.";
const hashtagsText = "Stored without `#`, which the channel adds, and with composed accents (NFC).";
const givenHashtagsText = `At most 20, each of 1 to 60 letters, digits and underscores, at least one of them a letter. ${hashtagsText} Duplicates are removed.`;

export const postComponents = {
  Post: responseSchema(posts.post, "One piece of content for one channel.", {
    id: id("pst", "The id of the post."),
    brandId: id("brd", "The brand that the post belongs to."),
    pipelineId: id("pip", "The pipeline that created the post; `null` for a post that no run made."),
    runId: id("run", "The run that created the post; `null` for a post that no run made."),
    channel: "The channel that the post is published to.",
    content: "The content of the post.",
    length:
      "How long the text is, as its channel publishes and counts it: `feed` counts characters as readers see them, so that an emoji or a letter with its accents is one.",
    limit:
      "The greatest `length` that the channel takes. For `mastodon` it is that of the instance that the brand has connected. A longer post can be neither approved nor retried.",
    status:
      "`pending`: the post waits for approval. `scheduled`: it will be published at `scheduledAt`. `draft`: it was rejected or cancelled, and can be submitted again. `published`: it was published. `failed`: its publication failed.",
    scheduledAt: "The time for which the post is or was planned; `null` for none.",
    publishedAt: "When the post was published; `null` before that.",
    externalUrl:
      "The URL of the published post on the channel. `null` before it is published, and if the channel has no page for it.",
    failure:
      "Why the publication has `failed`; otherwise `null`. With the code `outcome_unknown` the channel may show the post: check it, and resolve the post. A post that a person found missing has the code `not_published`.",
    nextAttempt: [
      "Set while a `scheduled` post waits after its `scheduledAt`: the channel could not take it yet, or the brand's posts on the channel are spread over time. `null` otherwise.",
      {
        at: "When the next attempt is made.",
        reason:
          "Why the post is not published yet. `rate_limited`: the channel takes a limited number of posts. `channel_unavailable`: the channel could not be reached or did not work. `outcome_unknown`: the channel did not confirm the post, and takes it only once however often it is sent.",
      },
    ],
    createdAt,
    updatedAt,
    reason: "Why the run chose the story of the post; `null` for a post that no run made.",
    generator: [
      "What wrote the post; `null` for a post that no run made.",
      {
        type: "The generator of the pipeline.",
        fallback: [
          "Set if the template wrote the post in place of that generator; otherwise `null`.",
          { reason: "Why, for people." },
        ],
      },
    ],
  }),
  PostReason: responseSchema(posts.postReason, "Why a run chose a story, when it did.", {
    text: "One sentence for people. Its wording may change: use the other fields in programs.",
    score:
      "The score of the story, 0 to 1. With topics it is 0.5 × `relevance` + 0.35 × `freshness` + 0.15 × `corroboration`, without topics 0.75 × `freshness` + 0.25 × `corroboration`.",
    terms: [
      "The parts of the score, and what the story repeats. Each is 0 to 1.",
      {
        relevance:
          "How well the story matches the pipeline's topics. A topic in a title counts 0.7, one that is only in a summary 0.4; each further topic closes the same part of what is left to 1. `null` if the pipeline has no topics.",
        freshness:
          "1 for a story that was reported now. It halves with each day since the latest report. A story without a date counts as three days old.",
        corroboration: "1 − 1 / the number of sources that report the story.",
        repetition:
          "What was deducted from the score when the story was chosen, for a title, host, source or topic that the posts chosen before it in the run have too.",
      },
    ],
    trend: [
      "The rising trend that the story belongs to; `null` if it belongs to none, and in a preview.",
      {
        id: "The id of the trend.",
        title: "The title of the trend.",
        score: "The score of the trend when the run chose the story.",
      },
    ],
  }),
  PostContent: responseSchema(posts.postContent, "The content of a post.", {
    text: textText,
    link: linkText,
    hashtags: `The hashtags. ${hashtagsText}`,
    media: [
      "The pictures of the post.",
      {
        url: "The URL of the picture.",
        alt: "A text that describes the picture, for people who cannot see it.",
      },
    ],
  }),
  PostStatus: enumSchema(posts.postStatus, "The status of a post."),
  PostPage: pageSchema(posts.posts, "posts"),
  GivenPicture: requestSchema(posts.givenPicture, "A picture of a post.", {
    url: "The URL of the picture. An http or https URL of a public address.",
    alt: proseText("A text that describes the picture, for people who cannot see it. Must not be blank."),
  }),
  NewPost: requestSchema(posts.newPost, "A new post.", {
    brandId: "The brand that the post belongs to.",
    channel: "The channel to publish the post to.",
    text: givenTextText,
    link: givenLinkText,
    hashtags: givenHashtagsText,
    media: mediaText,
    scheduledAt: givenTimeText(
      "When to publish the post. If it is `null`, or has passed when the post is approved, the post is published then.",
    ),
    status: "`draft`: the post can be submitted for approval later. `pending`: it waits for approval.",
  }),
  PostResolution: requestSchema(
    posts.postResolution,
    "What a person found on the channel of a post whose outcome is unknown.",
    {
      status: "`published`: the channel shows the post. `failed`: it does not.",
      externalUrl:
        "The URL of the post on the channel. An http or https URL of a public address. Required with `published`, ignored with `failed`.",
    },
  ),
  PostChanges: requestSchema(
    posts.postChanges,
    "Changes to a post. A field that is not given stays as it is.",
    {
      text: givenTextText,
      link: givenLinkText,
      hashtags: givenHashtagsText,
      media: mediaText,
      scheduledAt: givenTimeText(
        "When to publish the post. For a scheduled post, `null` or a time in the past means now.",
      ),
    },
  ),
};
