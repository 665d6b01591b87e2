import { fieldOf } from "../../domain/field-of.ts";
import type { SourceOf } from "../../domain/source.ts";
import { isoTime, secondMs } from "../../domain/time.ts";
import { entryItems, type SourceEntry } from "./entry-items.ts";
import type { FeedImage } from "./feed-images.ts";
import { acceptJson, countIn, listIn, parseJson, textIn } from "./json-document.ts";
import { perhapsHtml, plain } from "./plain-text.ts";
import type { SourceRequest } from "./source-request.ts";

type Kind = SourceOf<"mastodon_trends">["kind"];

/** The most that an instance returns of each kind. */
const limits: Record<Kind, number> = { tags: 20, links: 20, statuses: 40 };
/** Mastodon itself shows the uses of two days, because the current day may have just begun. */
const daysCounted = 2;

/**
 * What an instance of Mastodon counts as trending (https://docs.joinmastodon.org/methods/trends/). The engagement of a tag or a
 * link is its uses of two days; that of a status is its favourites, boosts and replies.
 */
export function mastodonTrends({ instance, kind }: SourceOf<"mastodon_trends">): SourceRequest {
  const { host } = new URL(instance);
  const name = `Mastodon trends of ${host} (${kind})`;
  return {
    name,
    urls: [new URL(`/api/v1/trends/${kind}?limit=${limits[kind]}`, instance).href],
    accept: acceptJson,
    timeoutMs: 10_000,
    bytesMax: 2 * 1024 * 1024,
    read(text, origin) {
      const { fields, toEntry } = kinds[kind];
      const trends = listIn(name, parseJson(name, text), { list: null, fields });
      const entries = trends.filter((trend) => !isHidden(trend)).map((trend) => toEntry(trend, origin.url));
      return entryItems(entries, { ...origin, source: plain(host) });
    },
  };
}

const kinds: Record<
  Kind,
  { fields: readonly string[]; toEntry: (trend: unknown, baseUrl: string) => SourceEntry }
> = {
  tags: {
    fields: ["name", "url"],
    toEntry: (tag, baseUrl) => ({
      ...common(tag, baseUrl),
      id: textIn(tag, "name"),
      title: perhapsHtml(`#${textIn(tag, "name")}`),
      summary: plain(),
      ...usesOf(tag),
    }),
  },
  links: {
    fields: ["url", "title"],
    toEntry(link, baseUrl) {
      const uses = usesOf(link);
      return {
        ...common(link, baseUrl),
        id: textIn(link, "url"),
        title: perhapsHtml(textIn(link, "title")),
        summary: perhapsHtml(textIn(link, "description")),
        image: imageIn(link, "image", "image_description"),
        ...uses,
        date: textIn(link, "published_at") || uses.date,
      };
    },
  },
  statuses: {
    fields: ["id", "content"],
    toEntry: (status, baseUrl) => ({
      ...common(status, baseUrl),
      id: textIn(status, "id"),
      // The first sentence of the summary becomes the title.
      title: plain(),
      link: textIn(status, "url") || textIn(status, "uri"),
      summary: perhapsHtml(textIn(status, "content")),
      date: textIn(status, "created_at"),
      image: firstImage(status),
      engagement: ["favourites_count", "reblogs_count", "replies_count"].reduce(
        (sum, field) => sum + (countIn(status, field) ?? 0),
        0,
      ),
    }),
  },
};

const common = (trend: unknown, baseUrl: string) => ({ link: textIn(trend, "url"), baseUrl });

/** Whether the author hides a status behind a warning: then a brand must not repeat it. */
function isHidden(trend: unknown): boolean {
  return fieldOf(trend, "sensitive") === true || textIn(trend, "spoiler_text") !== "";
}

/** The uses of the newest days, and when the newest of them began. The numbers of a history are strings. */
function usesOf(trend: unknown): { engagement: number | null; date: string } {
  const history = fieldOf(trend, "history");
  const days: unknown[] = Array.isArray(history) ? history.slice(0, daysCounted) : [];
  const counts = days.map((day) => countIn(day, "uses")).filter((count) => count !== null);
  const beganSeconds = countIn(days[0], "day");
  return {
    engagement: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    date: beganSeconds === null || beganSeconds > 1e10 ? "" : isoTime(beganSeconds * secondMs),
  };
}

function firstImage(status: unknown): FeedImage | null {
  const attached = fieldOf(status, "media_attachments");
  const images: unknown[] = Array.isArray(attached) ? attached : [];
  return imageIn(
    images.find((one) => fieldOf(one, "type") === "image"),
    "url",
    "description",
  );
}

function imageIn(value: unknown, urlField: string, descriptionField: string): FeedImage | null {
  const url = textIn(value, urlField);
  return url === "" ? null : { url, description: plain(textIn(value, descriptionField)) };
}
