import type { OpenApi } from "./document-types.ts";

export const info: OpenApi["info"] = {
  title: "Content Pipeline Service",
  version: "1.0.0",
  summary: "Social-content automation: from trends to posts to channels, with signed webhooks.",
  description: `A brand has pipelines. A run of a pipeline creates posts. Posts are approved and then published, and analytics report their results. Events are sent to your endpoints, so that you do not need to poll.

**Requests.** Only HTTPS: a request over plain HTTP gets status 301. Request bodies are JSON in UTF-8, at most 256 KiB. Unknown fields are ignored, but a PATCH of which no field can be changed is rejected. A list rejects a query parameter that it does not have; other operations ignore it. A comma-separated filter may be given several times, any other query parameter once. The length of a text is its number of Unicode code points: an emoji of one code point counts as one character. Texts must be well-formed Unicode.

**API keys.** Send \`Authorization: Bearer <API key>\`. A key belongs to one organization and gives no access to other organizations: the id of another organization's resource gets the same 404 as an id that does not exist. \`read\` keys may call every GET except the list of API keys. \`write\` keys may also change brands, pipelines, runs, posts, webhooks and dead letters. \`admin\` keys may also manage API keys and change the organization. Each operation states the role that it requires.

**Sessions.** \`POST /v1/session\` exchanges a key for a cookie of twelve hours, for a browser that should not store the key. The cookie stands for the key in every operation: it has the key's role, counts for its rate limit, and ends when the key does. A request with an \`Authorization\` header ignores it. A request by cookie that is not a GET needs \`X-Requested-With: dashboard\`.

**Pages.** A list returns \`data\` and \`nextCursor\`. To get the next page, send \`nextCursor\` as \`cursor\` with the same filters and order. \`null\` means that there are no more pages. A row that exists from the first page to the last is returned exactly once.

**Errors.** Every error is \`{"error": {"code", "message", "fields"?}}\`. The service checks for errors in this order: 401, 429, 403, 400, 404, 422. An unknown path or method returns 404.

**Rate limits.** A key may make 120 requests per minute, unless it has a limit of its own. The next request returns 429 with \`Retry-After\`. Two other situations return 429: a change that conflicts with other changes to the same resource at the same time, and a POST with the \`Idempotency-Key\` of a request that is still in progress.

**Idempotency.** Every POST accepts an \`Idempotency-Key\` header. If you send the same request with the same key again within 24 hours, you get the first response again.

**Versions.** New operations, fields, events and values may be added to \`/v1\` at any time: ignore the ones that you do not know. A deprecated operation sends the header \`Deprecation\` with all its responses, errors included, and works for at least 90 more days.`,
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
