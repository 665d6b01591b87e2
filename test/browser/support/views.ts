import type { Seeded } from "./seed.ts";

/** A view of the dashboard: its name, which its images have, and its path. */
interface View {
  name: string;
  path: (ids: Seeded["ids"]) => string;
}

/** All views that need a session. */
export const views: readonly View[] = [
  { name: "today", path: () => "/app/today" },
  { name: "posts", path: () => "/app/posts" },
  { name: "new-post", path: () => "/app/posts/new" },
  { name: "post", path: ({ pending }) => `/app/posts/${pending}` },
  { name: "draft-post", path: ({ draft }) => `/app/posts/${draft}` },
  { name: "scheduled-post", path: ({ scheduled }) => `/app/posts/${scheduled}` },
  { name: "failed-post", path: ({ failed }) => `/app/posts/${failed}` },
  { name: "calendar", path: () => "/app/calendar" },
  { name: "pipelines", path: () => "/app/pipelines" },
  { name: "new-pipeline", path: () => "/app/pipelines/new" },
  { name: "pipeline", path: ({ pipeline }) => `/app/pipelines/${pipeline}` },
  { name: "runs", path: () => "/app/runs" },
  { name: "run", path: ({ run }) => `/app/runs/${run}` },
  { name: "trends", path: () => "/app/trends" },
  { name: "trend", path: ({ trend }) => `/app/trends/${trend}` },
  { name: "analytics", path: () => "/app/analytics" },
  { name: "webhooks", path: () => "/app/webhooks" },
  { name: "new-webhook", path: () => "/app/webhooks/new" },
  { name: "webhook", path: ({ webhook }) => `/app/webhooks/${webhook}` },
  { name: "dead-letters", path: () => "/app/webhooks/dead-letters" },
  { name: "dead-letter", path: ({ deadLetter }) => `/app/webhooks/dead-letters/${deadLetter}` },
  { name: "signature", path: () => "/app/webhooks/signature" },
  { name: "brands", path: () => "/app/brands" },
  { name: "new-brand", path: () => "/app/brands/new" },
  { name: "brand", path: ({ brand }) => `/app/brands/${brand}` },
  { name: "keys", path: () => "/app/keys" },
  { name: "organization", path: () => "/app/organization" },
];
