import * as z from "zod/mini";
import { timestamp } from "../../schemas/fields.ts";
import { id, sent } from "../texts.ts";

const jsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      content_text: z.string(),
      date_published: timestamp,
      tags: z.optional(z.array(z.string())),
    }),
  ),
});

export const feedComponents = {
  JsonFeed: sent(jsonFeed, "A feed as JSON Feed 1.1 has it.", {
    version: "The version of JSON Feed.",
    title: "The brand's name.",
    home_page_url: "Where the feed is read.",
    feed_url: "Where the feed itself is.",
    items: [
      "The posts, newest first: at most 50.",
      {
        id: id("pst", "The post."),
        url: "Counts a click and leads on to the post's link.",
        content_text: "The text.",
        date_published: "When it was published.",
        tags: "The hashtags, without their `#`.",
      },
    ],
  }),
};
