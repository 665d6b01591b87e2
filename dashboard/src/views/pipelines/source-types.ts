import type { MastodonTrendsSource, Source } from "../../../../client/api.ts";

export type SourceType = Source["type"];

/** A field of a source, in a form. */
interface SourceField {
  /** Its name in the API. */
  name: string;
  label: string;
  hint: string;
  placeholder?: string;
  /** @default "text" */
  type?: "url" | "number";
  isOptional?: boolean;
  maxLength?: number;
  /** What the browser checks, with the hint as its explanation. */
  pattern?: string;
  options?: Readonly<Record<string, string>>;
}

interface SourceWords {
  words: string;
  hint: string;
  fields: readonly SourceField[];
}

const mastodonKinds: Record<MastodonTrendsSource["kind"], string> = {
  links: "Links to pages",
  tags: "Hashtags",
  statuses: "Posts",
};

/** What each type of source is called, what it reads, and what one says about it. */
export const sourceTypes: Record<SourceType, SourceWords> = {
  feed: {
    words: "Feed",
    hint: "The newest items of an RSS, Atom, RDF or JSON Feed.",
    fields: [
      {
        name: "url",
        label: "Address of the feed",
        hint: "A public http or https address.",
        placeholder: "https://example.com/news.xml",
        type: "url",
        maxLength: 2048,
      },
    ],
  },
  hackernews: {
    words: "Hacker News",
    hint: "Stories of the last two to three days.",
    fields: [
      {
        name: "query",
        label: "Words that a story must have",
        hint: "Leave it empty for all stories.",
        isOptional: true,
        maxLength: 100,
      },
      {
        name: "minPoints",
        label: "Points that a story must have",
        hint: "0 to 10,000. 50 if it is empty.",
        type: "number",
        isOptional: true,
      },
    ],
  },
  mastodon_trends: {
    words: "Mastodon trends",
    hint: "What an instance of Mastodon counts as trending.",
    fields: [
      {
        name: "instance",
        label: "Address of the instance",
        hint: "An https address without a path.",
        placeholder: "https://mastodon.social",
        type: "url",
        maxLength: 2048,
      },
      {
        name: "kind",
        label: "What is trending",
        hint: "Pages that are shared, hashtags, or posts.",
        options: mastodonKinds,
      },
    ],
  },
  bluesky_trends: {
    words: "Bluesky trends",
    hint: "At most 25 topics. Bluesky may change this list at any time, so use it beside other sources.",
    fields: [],
  },
  wikipedia_pageviews: {
    words: "Wikipedia page views",
    hint: "The most viewed articles of yesterday.",
    fields: [
      {
        name: "project",
        label: "Wikipedia",
        hint: "Its language, then .wikipedia.",
        placeholder: "en.wikipedia",
        maxLength: 50,
        pattern: "[a-z]{2,12}(-[a-z]{2,12}){0,2}\\.wikipedia",
      },
    ],
  },
  google_trends: {
    words: "Google Trends",
    hint: "What people of a country search for, with a report about each.",
    fields: [
      {
        name: "country",
        label: "Country",
        hint: "Its code of two capital letters (ISO 3166).",
        placeholder: "CH",
        maxLength: 2,
        pattern: "[A-Z]{2}",
      },
    ],
  },
  arxiv: {
    words: "arXiv",
    hint: "New papers of a category. There are none at weekends.",
    fields: [
      {
        name: "category",
        label: "Category",
        hint: "A category, or a whole archive such as math.",
        placeholder: "cs.AI",
        maxLength: 30,
      },
    ],
  },
};

/** A source in a form. Fields of other types keep what was typed. */
export interface SourceDraft {
  /** Tells the sources of a form apart. */
  key: number;
  type: SourceType;
  fields: Readonly<Record<string, string>>;
}

export function sourceDraftOf({ type, ...fields }: Source, key: number): SourceDraft {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return { key, type, fields: Object.fromEntries(texts) };
}

/** The source of a draft. It is not valid while the draft is incomplete. */
export function sourceOf({ type, fields }: SourceDraft): Source {
  const text = (name: string) => fields[name]?.trim() ?? "";
  switch (type) {
    case "feed":
      return { type, url: text("url") };
    case "hackernews":
      return {
        type,
        ...(text("query") === "" ? {} : { query: text("query") }),
        ...(text("minPoints") === "" ? {} : { minPoints: Number(text("minPoints")) }),
      };
    case "mastodon_trends": {
      const kind = text("kind");
      return {
        type,
        instance: text("instance"),
        kind: kind === "tags" || kind === "statuses" ? kind : "links",
      };
    }
    case "bluesky_trends":
      return { type };
    case "wikipedia_pageviews":
      return { type, project: text("project") };
    case "google_trends":
      return { type, country: text("country") };
    case "arxiv":
      return { type, category: text("category") };
  }
}

/** What a source reads, in a few words; null if its type says it all. */
export function sourceDetail(source: Source): string | null {
  switch (source.type) {
    case "feed":
      return source.url;
    case "hackernews": {
      const { query, minPoints } = source;
      const points = `at least ${minPoints ?? 50} points`;
      return query === undefined ? points : `${query}, ${points}`;
    }
    case "mastodon_trends":
      return `${source.instance}: ${mastodonKinds[source.kind].toLowerCase()}`;
    case "bluesky_trends":
      return null;
    case "wikipedia_pageviews":
      return source.project;
    case "google_trends":
      return source.country;
    case "arxiv":
      return source.category;
  }
}

/** What the stages of a run call a source. */
export function nameInStages(source: Source): string {
  switch (source.type) {
    case "feed": {
      const url = URL.parse(source.url);
      return url === null ? "" : `${url.origin}${url.pathname}`;
    }
    case "hackernews":
      return (source.query ?? "") === "" ? "Hacker News" : `Hacker News (${source.query})`;
    case "mastodon_trends":
      return `Mastodon trends of ${URL.parse(source.instance)?.host ?? ""} (${source.kind})`;
    case "bluesky_trends":
      return "Bluesky trends";
    case "wikipedia_pageviews":
      return `Pageviews of ${source.project}`;
    case "google_trends":
      return `Google Trends of ${source.country}`;
    case "arxiv":
      return `arXiv ${source.category}`;
  }
}
