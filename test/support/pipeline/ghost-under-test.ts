import type { Post } from "../../../functions/domain/post.ts";
import { ghostChannel } from "../../../functions/pipeline/channels/ghost/ghost.ts";
import { type GhostPost, ghostAdminKey, startGhost } from "./platforms/ghost.ts";
import { samplePng } from "./post-contents.ts";
import { openPublicationClock } from "./publication-clock.ts";
import { readersText } from "./readers-text.ts";

/** The slug of the article of a post. */
export const slugOf = ({ id }: Post) => id.toLowerCase().replace("_", "-");

type Settings = Readonly<Partial<Record<"status" | "newsletter", string>>>;

/** Starts a fake Ghost for one test, and a channel that is connected to it with these settings. */
export async function openGhost(settings: Settings = {}, options: Parameters<typeof startGhost>[0] = {}) {
  const ghost = await startGhost(options);
  const { status = "published", newsletter } = settings;
  const shown = (post: GhostPost) => {
    const images = [
      ...(post.feature_image === null ? [] : [{ url: post.feature_image, alt: post.feature_image_alt }]),
      ...[...post.html.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g)].map(([, url = "", alt = ""]) => ({
        url,
        alt: readersText(alt),
      })),
    ];
    return {
      text: readersText(post.html),
      tags: post.tags.map(({ name }) => name),
      images: images.map(({ url, alt }) => ({ alt, base64: ghost.images.get(url)?.toString("base64") })),
      emails: post.emails,
    };
  };
  return {
    ...ghost,
    channel: ghostChannel,
    get credentials() {
      return {
        url: `${ghost.takeOrigin()}${options.directory ?? ""}/`,
        adminKey: ghostAdminKey,
        ...settings,
      };
    },
    seen: async (post: Post) =>
      ghost.posts.filter((one) => one.slug.startsWith(slugOf(post)) && one.status === status).map(shown),
    asWritten: ({ content: { text, link, hashtags, media } }: Post) => ({
      text: link === null ? text : `${text}\n\n${link}`,
      tags: hashtags,
      images: media.map(({ alt }) => ({ alt, base64: samplePng.toString("base64") })),
      emails: newsletter === undefined ? [] : [newsletter],
    }),
  };
}

/** Publishes a post that is due now, with all its attempts. */
export async function publishOnGhost(
  under: Awaited<ReturnType<typeof openGhost>>,
  content?: Post["content"],
) {
  const clock = openPublicationClock(ghostChannel, "ghost", () => under);
  const post = await clock.duePost(content === undefined ? {} : { content });
  await clock.run(post.organizationId);
  return clock.current(post);
}
