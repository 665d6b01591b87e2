import { sourceConformance } from "./conformance.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const rss = (titles: readonly string[]) =>
  `<rss version="2.0"><channel><title>Tidings</title>${titles
    .map(
      (title, index) =>
        `<item><title>${escaped(title)}</title><link>https://tidings.example/${index}</link></item>`,
    )
    .join("")}</channel></rss>`;

const atom = (titles: readonly string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Tidings</title>${titles
    .map(
      (title, index) =>
        `<entry><id>${index}</id><title type="html">${escaped(title)}</title><link href="https://tidings.example/${index}"/></entry>`,
    )
    .join("")}</feed>`;

const rdf = (titles: readonly string[]) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://tidings.example/"><title>Tidings</title></channel>${titles
    .map(
      (title, index) =>
        `<item rdf:about="${index}"><title>${escaped(title)}</title><link>https://tidings.example/${index}</link></item>`,
    )
    .join("")}</rdf:RDF>`;

const json = (titles: readonly string[]) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Tidings",
    items: titles.map((title, index) => ({
      id: String(index),
      url: `https://tidings.example/${index}`,
      title,
    })),
  });

const common = {
  source: { type: "feed" as const, url: "https://tidings.example/feed?token=secret" },
  name: "https://tidings.example/feed",
  empty: "is a feed without any item that has a title and a link",
  limitMiB: 5,
};

sourceConformance("an RSS feed", {
  ...common,
  documentOf: rss,
  changed: '<news><story href="https://tidings.example/1">A story</story></news>',
});
sourceConformance("an Atom feed", { ...common, documentOf: atom, changed: "<html/>" });
sourceConformance("an RDF feed", { ...common, documentOf: rdf, changed: "<rdf/>" });
sourceConformance("a JSON Feed", {
  ...common,
  documentOf: json,
  changed: '{"stories":[{"headline":"A story"}]}',
  hasPlainTitles: true,
});
