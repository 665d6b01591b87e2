import { afterEach, expect, it, vi } from "vitest";
import type { ChannelName } from "../../functions/domain/channel.ts";
import type { ChannelLimits } from "../../functions/domain/channel-limits.ts";
import { ChannelRejected, NotSent } from "../../functions/pipeline/channels/channel.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import {
  type FetchImage,
  openFetchImage,
  openImageCheck,
} from "../../functions/pipeline/stages/check-images.ts";
import { openWriter } from "../../functions/pipeline/stages/write.ts";
import { startHttp } from "../support/http/servers.ts";
import { samplePng } from "../support/pipeline/post-contents.ts";
import { aBrand, aPipeline, newId } from "../support/table/entities.ts";

afterEach(() => {
  vi.useRealTimers();
});

const organizationId = newId("org");
const alt = "Taps in a dining car";

/** What a run has found, with these images. */
const found = (urls: readonly (string | null)[]) =>
  urls.map((url, index) => {
    const image = url === null ? null : { url, alt };
    const texts = { title: `Cold brew ${index}`, summary: "In short.", source: "Tidings", publishedAt: null };
    const item = {
      id: String(index),
      url: `https://tidings.example/${index}`,
      ...texts,
      image,
      engagement: null,
    };
    return { item, members: [item], score: 1, topics: ["coffee"], sources: [] };
  });

interface Given {
  channels?: ChannelName[];
  images?: "source" | "none";
  limits?: ReadonlyMap<ChannelName, ChannelLimits>;
}

function runOf({ channels = ["mastodon"], images = "source", limits = new Map() }: Given = {}) {
  const brand = aBrand(organizationId);
  Object.assign(brand.settings, { images });
  return { pipeline: { ...aPipeline(organizationId, brand.id), channels }, brand, limits };
}

/** The images of the posts that a run writes, by channel, and how many posts have lost theirs. */
async function written(fetchImage: FetchImage, urls: readonly (string | null)[], given?: Given) {
  const writer = openWriter({
    ...runOf(given),
    fetchImage,
    generate: generateFromTemplate,
    endsAtMs: Infinity,
  });
  const stories = found(urls).map((candidate, variant) => ({ candidate, variant }));
  const drafts = (await writer.write(stories)).flat();
  return {
    images: drafts.map(({ channel, content }) => [channel, ...content.media.map(({ url }) => url)]),
    lost: drafts.filter(({ hasLostImage }) => hasLostImage).length,
  };
}

const png = { type: "image/png" as const, bytes: samplePng };

it("a run proposes no image that does not exist, is no image or cannot be fetched now, and its posts say that they lost one", async () => {
  const port = await startHttp(({ url }, response) => {
    const status = url === "/gone.png" ? 404 : url === "/busy.png" ? 503 : 200;
    response.writeHead(status, { "Content-Type": "image/png" });
    response.end(url === "/page.png" ? "<html>" : samplePng);
  });
  const urls = ["cup", "gone", "busy", "page"].map((name) => `http://localhost:${port}/${name}.png`);
  const fetchImage = openFetchImage({ allowLoopback: true });
  expect(await written(fetchImage, [...urls, "http://localhost:1/a.png", null])).toEqual({
    images: [["mastodon", urls[0]], ["mastodon"], ["mastodon"], ["mastodon"], ["mastodon"], ["mastodon"]],
    lost: 4,
  });
  const blocked = openFetchImage({ allowLoopback: false });
  expect((await written(blocked, urls)).images.flat()).not.toContain(urls[0]);
});

it("each channel gets only images of the types and sizes that it takes", async () => {
  const files: Record<string, Awaited<ReturnType<FetchImage>>> = {
    "https://a.example/small.png": png,
    "https://a.example/moving.gif": { type: "image/gif", bytes: samplePng },
    "https://a.example/large.jpg": { type: "image/jpeg", bytes: Buffer.alloc(1_000_001) },
  };
  const fetchImage: FetchImage = async ({ url }) => files[url] ?? png;
  const channels: ChannelName[] = ["bluesky", "mastodon", "feed"];
  const limits = new Map([
    ["mastodon", { text: 500, unit: "weighted", images: 4, imageTypes: ["image/gif"], imageBytesMax: 100 }],
  ] as const);
  const { images, lost } = await written(fetchImage, Object.keys(files), { channels, limits });
  expect(images.map(([channel, url = ""]) => [channel, url.slice(18)])).toEqual([
    ["bluesky", "small.png"],
    ["mastodon", ""],
    ["feed", "small.png"],
    ["bluesky", ""],
    ["mastodon", "moving.gif"],
    ["feed", "moving.gif"],
    ["bluesky", ""],
    ["mastodon", ""],
    ["feed", "large.jpg"],
  ]);
  expect(lost).toBe(4);
});

it("images are fetched four at a time and each once, and none when the brand wants none", async () => {
  let fetching = 0;
  const most: number[] = [];
  const fetchImage: FetchImage = async () => {
    most.push((fetching += 1));
    await Promise.resolve();
    fetching -= 1;
    return png;
  };
  const urls = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}.png`);
  const check = openImageCheck(fetchImage);
  await check(found([...urls, ...urls]), runOf({ channels: ["mastodon", "bluesky"] }));
  await check(found(urls.slice(5)), runOf());
  expect(most).toHaveLength(10);
  expect(Math.max(...most)).toBe(4);
  await openImageCheck(fetchImage)(found(urls), runOf({ images: "none" }));
  expect(most).toHaveLength(10);
});

const slowFetch: FetchImage = () => {
  vi.advanceTimersByTime(2_000);
  return Promise.reject(new NotSent("The image could not be fetched: it took too long."));
};
const rejected: FetchImage = () => Promise.reject(new ChannelRejected("media_refused", "No."));
const faulty: FetchImage = () => Promise.reject(new TypeError("a fault"));

it("no image is fetched after 10 s of fetching, and the posts of the rest have none", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const urls = Array.from({ length: 50 }, (_, index) => `https://a.example/${index}.png`);
  const fetched = vi.fn<FetchImage>(slowFetch);
  const { images, lost } = await written(fetched, urls);
  expect(fetched).toHaveBeenCalledTimes(8);
  expect(images.flat().filter((part) => part !== "mastodon")).toEqual([]);
  expect(lost).toBe(50);
});

it("the time in which a model writes between two checks is no time of fetching", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const fetched = vi.fn<FetchImage>(() => Promise.resolve(png));
  const check = openImageCheck(fetched);
  await check(found(["https://a.example/1.png"]), runOf());
  vi.advanceTimersByTime(40_000);
  const [image] = found(["https://a.example/2.png"]).map(({ item }) => item.image);
  const canShow = await check(found(["https://a.example/2.png"]), runOf());
  expect(image && canShow("mastodon", image)).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("an error of the service itself ends the check, so that the run is tried again", async () => {
  await expect(written(faulty, ["https://a.example/a.png"])).rejects.toThrow("a fault");
  expect((await written(rejected, ["https://a.example/a.png"])).images).toEqual([["mastodon"]]);
});
