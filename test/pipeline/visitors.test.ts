import { expect, it } from "vitest";
import { readerOf } from "../../functions/pipeline/channels/feed/feed-reader.ts";
import { isAutomatic, visitorDigest } from "../../functions/pipeline/visitors.ts";

const digest = (address: string) => visitorDigest("scope", address).toString("hex");

it("a visitor is an IPv4 address or an IPv6 network of 64 bits, in any spelling", () => {
  expect(digest("2001:db8:1:2::1")).toBe(digest("2001:0db8:0001:0002:ffff:ffff:ffff:ffff"));
  expect(digest("2001:db8::1")).toBe(digest("2001:DB8:0:0:a::"));
  expect(digest("2001:db8:1:2::1")).not.toBe(digest("2001:db8:1:3::1"));
  expect(digest("192.0.2.1")).toBe(digest("::ffff:192.0.2.1"));
  expect(digest("192.0.2.1")).not.toBe(digest("192.0.2.2"));
  expect(digest("192.0.2.1")).not.toBe(visitorDigest("another", "192.0.2.1").toString("hex"));
});

it.each([
  ["Feedly/1.0 (+http://www.feedly.com/fetcher.html; 16 subscribers; like FeedFetcher-Google)", "feedly", 16],
  ["Feedbin feed-id:1373711 - 1 subscribers", "feedbin", 1],
  ["Inoreader/1.0 (+http://www.inoreader.com/feed-fetcher; 250 subscribers; )", "inoreader", 250],
  ["NewsBlur Feed Fetcher - 42 subscribers - http://www.newsblur.com/site/1/x", "newsblur", 42],
  ["Mozilla/5.0 (compatible; theoldreader.com; 7 subscribers; feed-id=ab12)", "theoldreader", 7],
  ["Mozilla/5.0 (compatible; BazQux/2.4; +https://bazqux.com/fetcher; 3 subscribers)", "bazqux", 3],
  ["Feed Wrangler/1.0 (1 subscriber; feed-id=1; +http://feedwrangler.net)", "feed wrangler", 1],
  ["Feedly/1.0", "feedly", 1],
  ["Feedly/1.0 (0 subscribers)", "feedly", 1],
  [`Feedly/1.0 (${"9".repeat(400)} subscribers)`, "feedly", 1_000],
])("the User-Agent %s is the aggregator %s with %i subscribers", (agent, name, subscribers) => {
  expect(readerOf("brd", agent, "192.0.2.1")).toEqual({ kind: "aggregator", name, subscribers });
});

it.each([
  "",
  "Feedlyish/1.0 (9 subscribers)",
  "NotFeedly-Feedly-like 9 subscribers",
  "FreshRSS/1.24",
  "curl/8.5.0",
])("the User-Agent %j is no aggregator", (agent) =>
  expect(readerOf("brd", agent, "192.0.2.1")).toMatchObject({ kind: "single" }),
);

it.each([
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Feedly/95.0",
  "Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
  "curl/8.5.0",
])("a click with the User-Agent %s is one of a person", (agent) => {
  expect(isAutomatic({ "user-agent": agent })).toBe(false);
});

it.each([
  " ",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Twitterbot/1.0",
  "TelegramBot (like TwitterBot)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0)",
  "WhatsApp/2.23.20.0",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36",
])("a click with the User-Agent %j is one of a program", (agent) => {
  expect(isAutomatic({ "user-agent": agent })).toBe(true);
});
