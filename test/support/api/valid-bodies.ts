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
    utm: { utm_source: "feed" },
    valuePerClick: 0.5,
    currency: "EUR",
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

export const newWebhook = {
  url: "https://example.com/hook",
  events: ["post.published", "post.failed"],
  secret: "a secret",
  description: "What it is for",
};
