import fc from "fast-check";
import { channelNames } from "../../../functions/domain/channel.ts";
import { deadLetterStatuses } from "../../../functions/domain/delivery.ts";
import { postStatuses } from "../../../functions/domain/post.ts";
import { dayMs, isoTime } from "../../../functions/domain/time.ts";
import { trendStatuses } from "../../../functions/domain/trend.ts";
import { provided } from "../setup/provided.ts";
import { digestWeek } from "./existence.ts";

const pieces = [
  "a",
  "Z",
  "9",
  " ",
  "ü",
  "e\u0301",
  "中",
  "ع",
  "ש",
  "👩‍👩‍👧‍👦",
  "🇨🇭",
  "<b>",
  "&",
  '"',
  "'",
  "\\",
  "#",
  "$",
  "%",
  "_",
];

/**
 * Generates well-formed text in several scripts that is not blank, sometimes with the minimum or the maximum length.
 */
export function textOf(charactersMin: number, charactersMax: number): fc.Arbitrary<string> {
  const some = fc
    .array(fc.constantFrom(...pieces), { maxLength: 12 })
    .map((all) => `a${all.join("")}`.slice(0, charactersMax).toWellFormed());
  const full = fc.constantFrom("a", "é", "中").map((one) => one.repeat(charactersMax));
  const least = fc.constant("a".repeat(Math.max(1, charactersMin)));
  return fc.oneof(
    { weight: 8, arbitrary: some },
    { weight: 1, arbitrary: full },
    { weight: 1, arbitrary: least },
  );
}

// Nothing listens on these ports: requests to them fail at once and stay on this machine.
const hosts = [
  "https://localhost:1/",
  "https://127.0.0.1:1/hook?a=b",
  "https://[::1]:1/",
  "https://LOCALHOST:1/%00",
];

/** Generates a comma-separated set. */
const subsetOf = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(","));

const time = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => date.toISOString());

const mostlyFeed = fc.oneof(
  { weight: 9, arbitrary: fc.constant("feed") },
  { weight: 1, arbitrary: fc.constantFrom(...channelNames) },
);

/** Generates valid values for the field with this name, where its schema is not enough. `{{…}}` is a placeholder. */
export const plausibleByName: Partial<Record<string, fc.Arbitrary<unknown>>> = {
  timezone: fc.constantFrom(
    "Europe/Zurich",
    "UTC",
    "America/New_York",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Etc/GMT+12",
  ),
  schedule: fc.constantFrom("0 9 * * *", "*/5 * * * 1-5", "0 0 1 1 *", "30 2 * * SUN", "0 0 29 2 *"),
  url: fc.constantFrom(...hosts),
  link: fc.constantFrom("https://example.com/a?b=c#d", "http://example.com", "https://bücher.example/ä"),
  externalUrl: fc.constantFrom("https://example.com/posts/1", "http://example.com/?p=1"),
  hashtags: fc.constantFrom("news", "#Café", "日本語", "a_1", `#${"x".repeat(60)}`),
  "utm key": fc.constantFrom("utm_source", "utm_medium", "utm_campaign", "utm_a_b", `utm_${"z".repeat(40)}`),
  blackoutDates: fc.constantFrom(
    "2026-12-24",
    "2028-02-29",
    "2026-12-24/2027-01-02",
    "2026-01-01/2027-01-01",
  ),
  valuePerClick: fc.oneof(
    fc.constantFrom(0, 1e-6, 0.01, 1_000_000),
    fc.double({ min: 0.01, max: 100, noNaN: true }),
  ),
  expiresAt: time("2090-01-02", "2099-12-30"),
  scheduledAt: time("2090-01-02", "2099-12-30"),
  brandId: fc.constantFrom("{{brd}}", "{{foreign.brd}}", "{{new.brd}}", "x"),
  webhookId: fc.constantFrom("{{whk}}", "{{foreign.whk}}", "{{new.whk}}", "{{brd}}"),
  // Mostly an existing resource, so that most requests find it.
  "getWeeklyAnalytics.brandId": fc.oneof(
    { weight: 9, arbitrary: fc.constant("{{brd}}") },
    { weight: 1, arbitrary: fc.constantFrom("{{foreign.brd}}", "{{new.brd}}", "x") },
  ),
  // Mostly an endpoint that responds.
  "connectChannel.url": fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .constantFrom("/in/acme", "/in/other")
        .map((path) => `${provided("service").channelOrigin}${path}`),
    },
    { weight: 1, arbitrary: fc.constantFrom(...hosts) },
  ),
  "getWeeklyAnalytics.week": fc.oneof(
    { weight: 9, arbitrary: fc.constant(digestWeek) },
    { weight: 1, arbitrary: fc.constantFrom("2026-W01", "2026-W53") },
  ),
  "createPost.brandId": fc.oneof(
    { weight: 9, arbitrary: fc.constant("{{brd}}") },
    { weight: 1, arbitrary: fc.constantFrom("{{foreign.brd}}", "{{new.brd}}", "x") },
  ),
  // Mostly a channel that needs no connection.
  "createPost.channel": mostlyFeed,
  "createPipeline.channels": mostlyFeed,
  "updatePipeline.channels": mostlyFeed,
  "replayDeadLetters.webhookId": fc.oneof(
    { weight: 9, arbitrary: fc.constant("{{whk}}") },
    { weight: 1, arbitrary: fc.constantFrom("{{foreign.whk}}", "{{new.whk}}", "{{brd}}") },
  ),
  // Names either a brand or a post, and expires within 30 days.
  createReviewLink: fc
    .tuple(
      fc.constantFrom({ brandId: "{{brd}}" }, { brandId: "{{brd}}", postId: null }, { postId: "{{pst}}" }),
      fc.record(
        {
          name: textOf(1, 120),
          mayApprove: fc.boolean(),
          expiresAt: fc.option(
            fc.integer({ min: 1, max: 29 }).map((days) => isoTime(Date.now() + days * dayMs)),
          ),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([scope, others]) => ({ ...scope, ...others })),
  "getBrandAnalytics.weeks": fc.integer({ min: 1, max: 12 }).map(String),
  "listTrends.status": subsetOf(trendStatuses),
  "getCalendar.from": fc.constantFrom("2026-11-23", "2026-11-30"),
  "getCalendar.to": fc.constantFrom("2026-12-01", "2026-12-24"),
  "listPosts.status": subsetOf(postStatuses),
  "listDeadLetters.status": subsetOf(deadLetterStatuses),
};
