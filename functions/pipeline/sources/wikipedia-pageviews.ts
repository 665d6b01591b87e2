import type { SourceOf } from "../../domain/source.ts";
import { dayMs, isoTime } from "../../domain/time.ts";
import { entryItems } from "./entry-items.ts";
import { acceptJson, countIn, listIn, otherShape, parseJson, textIn } from "./json-document.ts";
import { perhapsHtml, plain } from "./plain-text.ts";
import type { SourceRequest } from "./source-request.ts";

/** The longest list is that of a day with 1,000 articles: some 80 kB. */
const bytesMax = 1024 * 1024;

/** The main pages whose titles look like those of articles. The main pages of other languages have a namespace. */
const mainPages = new Set(
  `Main_Page Заглавная_страница メインページ Pagina_principale Hoofdpagina Головна_сторінка Ana_Sayfa Anasayfa الصفحة_الرئيسية
  صفحهٔ_اصلی Halaman_Utama Trang_Chính Hlavní_strana Kezdőlap Etusivu Pagina_principală עמוד_ראשי Начална_страница Hovedside
  Κύρια_Σελίδα Главна_страна Glavna_stranica Hlavná_stránka Pagrindinis_puslapis Esileht 首页 মূলপাতা หน้าหลัก Laman_Utama
  Unang_Pahina Azal Portada Hauptseite -`.split(/\s+/),
);

/**
 * The most viewed articles of a Wikipedia on a day
 * (https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/reference/page-views.html). A day's list appears on the next
 * day: until then the list of the day before is read. The engagement is the day's views.
 */
export function wikipediaPageviews(
  { project }: SourceOf<"wikipedia_pageviews">,
  nowMs: number,
): SourceRequest {
  const name = `Pageviews of ${project}`;
  return {
    name,
    urls: [listUrl(project, nowMs - dayMs), listUrl(project, nowMs - 2 * dayMs)],
    accept: acceptJson,
    // Both lists together may take as long as one source of another type.
    timeoutMs: 5_000,
    bytesMax,
    read(text, origin) {
      const [day] = listIn(name, parseJson(name, text), { list: "items", fields: ["year", "month", "day"] });
      if (day === undefined) throw otherShape(name, "its list items is empty");
      const date = ["year", "month", "day"].map((field) => textIn(day, field)).join("-");
      const articles = listIn(name, day, { list: "articles", fields: ["article"] });
      const entries = articles
        .filter((article) => isArticle(textIn(article, "article")))
        .map((article) => ({
          id: `${project}/${textIn(article, "article")}`,
          title: perhapsHtml(textIn(article, "article").replaceAll("_", " ")),
          link: `https://${project}.org/wiki/${asPath(textIn(article, "article"))}`,
          baseUrl: origin.url,
          summary: plain(),
          date,
          engagement: countIn(article, "views"),
        }));
      return entryItems(entries, { ...origin, source: plain(project) });
    },
  };
}

function listUrl(project: string, dayOfListMs: number): string {
  const day = isoTime(dayOfListMs).slice(0, 10).replaceAll("-", "/");
  return `https://wikimedia.org/api/rest_v1/metrics/pageviews/top/${project}/all-access/${day}`;
}

/**
 * Whether a title is that of an article. A title with a namespace, such as "Special:Search", is none: in every language a namespace
 * ends with a colon that no space follows. The few articles with such a title ("Re:Zero") are left out too.
 */
function isArticle(title: string): boolean {
  return !mainPages.has(title) && !/^[\p{L}\p{M}_ .-]{2,}:(?!_)/u.test(title);
}

/** Wikipedia's own spelling of a title in a URL. */
function asPath(title: string): string {
  return encodeURI(title.toWellFormed()).replaceAll("?", "%3F").replaceAll("#", "%23");
}
