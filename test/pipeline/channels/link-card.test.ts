import { expect, it } from "vitest";
import { fetchLinkCard } from "../../../functions/pipeline/channels/link-card.ts";
import { startHttp } from "../../support/http/servers.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";

const rules = { types: ["image/png"], bytesMax: 1_000 } as const;
const limits = { timeoutMs: 1_000, allowLoopback: true };

/** Serves a page, and an image of so many bytes, and returns the card of the page. */
async function cardOf(page: string | Buffer, { type = "text/html", imageBytes = samplePng.length } = {}) {
  const image = Buffer.concat([samplePng, Buffer.alloc(imageBytes - samplePng.length)]);
  const port = await startHttp(({ url }, response) => {
    if (url === "/image.png") response.writeHead(200, { "Content-Type": "image/png" }).end(image);
    else if (url === "/page") response.writeHead(200, { "Content-Type": type }).end(page);
    else response.writeHead(404).end();
  });
  const card = await fetchLinkCard(`http://localhost:${port}/page`, rules, limits);
  return { ...card, host: `localhost:${port}` };
}

it("a card has the Open Graph title, description and image of its page", async () => {
  const card = await cardOf(
    `<!doctype html><html><head><title>Not this</title>
     <meta name="description" content="Not this">
     <META CONTENT='A "title" &amp; more' PROPERTY='og:title'>
     <meta property=og:description content="Line 1&#10;Line 2">
     <meta property="og:image" content="image.png"/></head><body><meta property="og:title" content="late">`,
  );
  expect(card).toMatchObject({ title: 'A "title" & more', description: "Line 1 Line 2" });
  expect(card.thumbnail?.bytes).toEqual(samplePng);
});

it("a page without Open Graph tags gives its title and its description", async () => {
  const page = `<title lang="de">\n K&auml;se   &lt;b&gt; </title><meta name="description" content="Gut">`;
  expect(await cardOf(page)).toMatchObject({ title: "Käse <b>", description: "Gut", thumbnail: null });
});

it("a page is read in the encoding that it declares", async () => {
  const page = Buffer.from('<meta charset="windows-1252"><title>Käse</title>', "latin1");
  expect(await cardOf(page)).toMatchObject({ title: "Käse" });
  const utf8 = '<meta charset="windows-1252"><title>Käse</title>';
  expect(await cardOf(utf8, { type: "text/html; charset=utf-8" })).toMatchObject({ title: "Käse" });
});

const pageWithImage = (path: string) => `<title>Page</title><meta property="og:image" content="${path}">`;

it("a thumbnail that is too large, of a wrong type or not found is left out", async () => {
  expect((await cardOf(pageWithImage("/image.png"), { imageBytes: 1_000 })).thumbnail).not.toBeNull();
  expect(await cardOf(pageWithImage("/image.png"), { imageBytes: 1_001 })).toMatchObject({
    title: "Page",
    thumbnail: null,
  });
  for (const path of ["/page", "/missing.png", "https://localhost:1/", "ftp://x/", "https://["])
    expect(await cardOf(pageWithImage(path))).toMatchObject({ title: "Page", thumbnail: null });
});

it("the title is the host of the link when there is no page", async () => {
  for (const card of [await cardOf("%PDF", { type: "application/pdf" }), await cardOf("<p>No title")])
    expect(card).toMatchObject({ title: card.host, description: "", thumbnail: null });
  for (const url of ["https://localhost:1/path?token=secret", "http://10.0.0.1/"])
    expect(await fetchLinkCard(url, rules, limits)).toEqual({
      url,
      title: new URL(url).host,
      description: "",
      thumbnail: null,
    });
});

it("the card of a page that is too long to be read whole has the title at the beginning of the page", async () => {
  const page = `<title>Käse</title><meta name="description" content="Gut"><p>${"ä".repeat(400_000)}`;
  expect(await cardOf(page)).toMatchObject({ title: "Käse", description: "Gut" });
});

it("a hostile page is read in less than a second", async () => {
  for (const part of ["<meta ", `<meta '"`, '<meta a="', "<title", "<title ", "<meta a=b ", "&amp", "<"]) {
    const startedAtMs = performance.now();
    await cardOf(part.repeat(300_000 / part.length));
    await cardOf(
      `<meta property="og:title" content="${part.replaceAll('"', "").repeat(3_000 / part.length)}">`,
    );
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  }
});
