import type { ChannelName } from "../../../functions/domain/channel.ts";
import { composed } from "../../../functions/domain/channel-text.ts";
import type { PostContent } from "../../../functions/domain/post.ts";
import { startHttp } from "../http/servers.ts";

let samples = 0;

/**
 * Letters of several scripts, a family of emoji, and characters that a platform could read as markup or a mention. Each
 * call gives another text, by which a platform without ids of ours can be asked for a post.
 */
export const sampleContent = (): PostContent => ({
  text: `${(samples += 1)}. Prices *rise* by 5 % @everyone – "Käse" & <b>茶</b> 👩‍👩‍👧 (see [notes](x)) #1_a_\n\n> https://example.com/a_b_c?d=e&f=*g*`,
  link: "https://example.com/hello_world_",
  hashtags: ["hello", "Käse"],
  media: [],
});

/** A post of words without link and hashtags that has exactly this length as the channel counts. */
export function contentOfLength(channel: ChannelName, length: number): PostContent {
  const word = "wörd ";
  const text = word.repeat(length / word.length + 1);
  const content = {
    text: text.slice(0, length - 1).padEnd(length, "."),
    link: null,
    hashtags: [],
    media: [],
  };
  const counted = composed(content, channel).length;
  if (counted !== length) throw new Error(`the text counts ${counted} instead of ${length}`);
  return content;
}

/** A white PNG of one pixel. */
export const samplePng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=",
  "base64",
);

/** A short post with images that a local server serves until the test ends. */
export async function contentWithImages(
  count: number,
  { type, bytes } = { type: "image/png", bytes: samplePng },
): Promise<PostContent> {
  const port = await startHttp((_, response) => response.writeHead(200, { "Content-Type": type }).end(bytes));
  const media = Array.from({ length: count }, (_, index) => ({
    url: `http://localhost:${port}/${index}`,
    alt: `Image ${index} "à côté" <b>`,
  }));
  return { text: "With images", link: null, hashtags: [], media };
}
