import type { OpenApi } from "./document-types.ts";

export const info: OpenApi["info"] = {
  title: "Content Pipeline Service",
  version: "1.0.0",
  summary: "Social-content automation: from trends to posts to channels, with signed webhooks.",
  description: `Brands have pipelines, a run of a pipeline makes posts, posts are approved and published, and analytics say what came of them. Events tell your endpoints, so that nobody needs to poll.

**Requests.** HTTPS only: a request over plain HTTP is answered 301. Bodies are JSON in UTF-8 of at most 256 KiB. Fields and query parameters that are not known are ignored. Lengths of texts count characters as Unicode does: an emoji of one code point is one. Texts are well-formed Unicode.

**Keys.** Send \`Authorization: Bearer <API key>\`. A key belongs to an organization and sees nothing of any other: another organization's id gets the same 404 as one that does not exist. \`read\` keys may GET all but the list of API keys; \`write\` keys may also change brands, pipelines, runs, posts, webhooks and dead letters; \`admin\` keys may also manage API keys and change the organization. Each operation says which role it needs.

**Pages.** A list answers \`data\` and \`nextCursor\`. Send that as \`cursor\` with the same filters and order to get the next page; \`null\` is the last one. Rows that stood before the walk come exactly once.

**Errors.** Every error is \`{"error": {"code", "message", "fields"?}}\`. They are looked for in this order: 401, 429, 403, 400, 404, 422. An unknown path or method is 404.

**Rate.** 120 requests a minute for each key unless it has a limit of its own. The next one is 429 with \`Retry-After\`. So is a change that meets others of the same thing at the same moment, and a POST whose \`Idempotency-Key\` came with one that is still being carried out.

**Doing things once.** Any POST may carry an \`Idempotency-Key\`: sent again within 24 hours, it gets the first answer again.

**Versions.** New operations, fields, events and values may come to \`/v1\` at any time: ignore what you do not know. A deprecated operation says so in the header \`Deprecation\` of its answers, errors included, and works for at least 90 days more.`,
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
