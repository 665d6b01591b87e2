import { provided } from "../setup/provided.ts";

/** Valid bodies with every field of their routes. */

export const newBrand = {
  name: "Acme",
  timezone: "Europe/Zurich",
  settings: {
    approval: "auto",
    voice: "plain",
    hashtags: ["acme"],
    postingSlots: [{ weekday: "monday", time: "09:30" }],
    channels: ["feed"],
    images: "source",
    utm: { utm_source: "feed" },
    valuePerClick: 0.5,
    currency: "EUR",
    quietHours: [{ start: "22:00", end: "07:00", weekdays: ["friday", "saturday"] }],
    blackoutDates: ["2026-12-24", "2027-02-27/2027-03-01"],
  },
};

export const newPipeline = {
  name: "News",
  status: "active",
  schedule: "0 9 * * *",
  sources: [
    {
      type: "feed",
      url: "https://example.com/feed.xml",
    },
  ],
  topics: ["coffee"],
  channels: ["feed"],
  postsPerRun: 3,
  generator: { type: "template" },
};

/** The credentials of the channel `webhook`: an endpoint that accepts them. */
export const newWebhookChannel = () => ({
  url: `${provided("service").channelOrigin}/in/acme`,
  secret: "a secret",
});

export const newWebhook = {
  url: "https://example.com/hook",
  events: ["post.published", "post.failed"],
  secret: "a secret",
  description: "What it is for",
};

/** A post without its brand, which the tests add. */
export const newPost = {
  channel: "feed",
  text: "Written by hand",
  link: "https://example.com/by-hand",
  hashtags: ["#hand", "more"],
  media: [{ url: "https://example.com/cup.jpg", alt: "A cup of coffee" }],
  scheduledAt: "2098-01-01T09:00:00+01:00",
  status: "pending",
};
