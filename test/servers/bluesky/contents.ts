import type { PostContent } from "../../../functions/domain/post.ts";
import { startHttp } from "../../support/http/servers.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";

/** A post, and what readers must see of it. */
export interface Sample {
  content: PostContent;
  facets: { part: string; type: "link" | "mention" | "tag" }[];
  card: { title: string; description: string; thumbnail: Buffer | null } | null;
  images: { alt: string; bytes: Buffer }[];
}

const thumbnailBytesMax = 1_000_000;
const title = "Käse & Brot";
const description = "Two lines";

/** A valid PNG of one pixel, with other bytes for each name. */
const imageOf = (name: string, bytes = 0) =>
  Buffer.concat([
    samplePng,
    Buffer.from(name),
    Buffer.alloc(Math.max(0, bytes - samplePng.length - name.length)),
  ]);

/** Starts a web site until the test ends. A path below /large has a page whose image is too large. */
async function startSite(): Promise<string> {
  const port = await startHttp(({ url = "" }, response) => {
    const image = url.endsWith(".png");
    const bytes = image ? imageOf(url, url.includes("/large/") ? thumbnailBytesMax + 1 : 0) : null;
    const page = `<title>Not this</title><meta property="og:title" content="Käse &amp; Brot">
      <meta property="og:description" content="${description}"><meta property="og:image" content="${url}.png">`;
    response.writeHead(200, { "Content-Type": image ? "image/png" : "text/html; charset=utf-8" });
    response.end(bytes ?? page);
  });
  return `http://localhost:${port}`;
}

/**
 * Returns posts with everything that the channel publishes: facets, cards with and without a thumbnail, images, and texts of
 * 300 characters.
 * @param handle of an account that exists
 */
export async function sampleContents(count: number, handle: string): Promise<Sample[]> {
  const site = await startSite();
  return Array.from({ length: count }, (_, index) => sampleOf(index, site, handle));
}

function sampleOf(index: number, site: string, handle: string): Sample {
  const none = { link: null, hashtags: [], media: [] };
  const plain = { facets: [], card: null, images: [] };
  const number = `Post ${index}.`;
  switch (index % 5) {
    case 0: {
      const link = `https://example.com/${index}?a=b#c`;
      const text = `${number} 👩‍👩‍👧 „Käse“: ${link}, @${handle} and @nobody.example (茶)`;
      const facets: Sample["facets"] = [
        { part: link, type: "link" },
        { part: `@${handle}`, type: "mention" },
        { part: "#茶", type: "tag" },
        { part: "#Käse_1", type: "tag" },
      ];
      return { ...plain, content: { ...none, text, hashtags: ["茶", "Käse_1"] }, facets };
    }
    case 1:
    case 2: {
      const link = `${site}/${index % 5 === 1 ? "small" : "large"}/${index}`;
      const thumbnail = index % 5 === 1 ? imageOf(`/small/${index}.png`) : null;
      return { ...plain, content: { ...none, text: number, link }, card: { title, description, thumbnail } };
    }
    case 3: {
      const media = Array.from({ length: (index % 4) + 1 }, (_, place) => ({
        url: `${site}/images/${index}-${place}.png`,
        alt: `Image ${place} "à côté" 🖼️`,
      }));
      const images = media.map(({ url, alt }) => ({ alt, bytes: imageOf(new URL(url).pathname) }));
      return { ...plain, content: { ...none, text: number, media }, images };
    }
    default:
      return {
        ...plain,
        content: { ...none, text: number.padEnd(number.length + 300 - number.length, "ä") },
      };
  }
}
