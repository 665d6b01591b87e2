import type * as z from "zod/mini";
import type { reviewLinkRoutes } from "../../../functions/contract/routes/review-links.ts";
import * as links from "../../../functions/contract/schemas/review-link.ts";
import { reviewLinksPerOrganizationMax } from "../../../functions/domain/review-link.ts";
import {
  givenTimeText,
  id,
  lineText,
  pageSchema,
  requestSchema,
  responseSchema,
  withDefault,
} from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import {
  invalidExample,
  invalidLimitExample,
  notFoundExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";

const nameText =
  "The name of the reviewer. It is shown as the author of comments and in the history of posts.";
const mayApproveText = "Whether the reviewer may approve the posts and request changes.";

const shown = {
  id: id("rvl", "The id of the review link. It is not its token."),
  name: nameText,
  brandId: id("brd", "The brand whose posts the link shows, or the brand of its post."),
  postId: id("pst", "The only post that the link shows; `null` for all posts of the brand."),
  mayApprove: mayApproveText,
  createdBy: "Who has created the link.",
  createdAt,
  expiresAt: "When the link expires.",
} as const;

/** Its checksum is wrong on purpose, so that it can never be a real token. */
const exampleUrl = "https://localhost:8443/review#cpr_0example0example0example0example0example";

export const reviewLinkComponents = {
  ReviewLink: responseSchema(links.reviewLink, "A review link, without its token.", shown),
  ReviewLinkPage: pageSchema(links.reviewLinks, "review links"),
  IssuedReviewLink: responseSchema(links.issuedReviewLink, "A new review link, with its URL.", {
    ...shown,
    url: {
      text: "The URL for the reviewer. It is returned only once: the service stores only a hash of the token after the `#`. Send the token as `Authorization: Bearer cpr_…`.",
      also: { pattern: "#cpr_[0-9A-Za-z]{40,}$" },
    },
  }),
  NewReviewLink: requestSchema(
    links.newReviewLink,
    "A new review link, for the posts of a brand or for one post.",
    {
      brandId:
        "The brand whose posts the link shows; `null` if `postId` is given. One of the two is required.",
      postId: "The only post that the link shows; `null` if `brandId` is given.",
      name: lineText(nameText),
      mayApprove: mayApproveText,
      expiresAt: withDefault(
        givenTimeText(
          "When the link expires: in the future, and within 30 days; `null` for seven days from now.",
        ),
        null,
      ),
    },
  ),
  Review: responseSchema(links.review, "What the bearer of a token may review.", {
    bearer: "The review link or the API key.",
    brandId: "The brand whose posts the bearer may see; `null` for an API key, which sees all brands.",
    postId: "The only post that the bearer may see; `null` for all posts of the brand.",
    mayApprove: mayApproveText,
    expiresAt: "When the link or the key expires; `null` for never.",
  }),
};

const expiresAt = "2026-11-28T09:00:00.000Z";

const exampleLink: z.output<typeof links.reviewLink> = {
  id: exampleIds.rvl,
  name: "Ada of Acme",
  brandId: exampleIds.brd,
  postId: null,
  mayApprove: true,
  createdBy: { type: "api_key", id: exampleIds.key, name: "first write key" },
  createdAt: exampleTimes.changed,
  expiresAt,
};

const given = {
  brandId: exampleIds.brd,
  postId: null,
  name: exampleLink.name,
  mayApprove: true,
  expiresAt: null,
};

export const reviewLinkOperations: Tagged<Record<keyof typeof reviewLinkRoutes, OperationText>> = {
  tag: "Review links",
  description:
    "A review link lets a person without an API key read the posts of a brand, or one post, comment on them, and approve them if the link allows it. Send its token as the bearer of these requests. All other operations reject it with 401, like an unknown key.",
  operations: {
    listReviewLinks: {
      summary: "List review links",
      description: "Returns the review links of the organization that have not expired.",
      query: createdQuery,
      success: {
        text: "A page of review links.",
        query: { limit: "1" },
        example: { data: [exampleLink], nextCursor: exampleCursor },
      },
      errors: [invalidLimitExample("ten")],
    },
    createReviewLink: {
      summary: "Create a review link",
      description: "The URL is in this response and is never returned again.",
      body: given,
      success: { text: "The new review link.", example: { ...exampleLink, url: exampleUrl } },
      errors: [
        invalidExample({ body: { ...given, brandId: null } }, [
          { field: "brandId", reason: "must be given, or postId, but not both" },
        ]),
        notFoundExample("brand", { body: { ...given, brandId: unknownId("brd") } }),
        unprocessableExample(
          "tooMany",
          `The organization already has ${reviewLinksPerOrganizationMax} review links.`,
          `An organization can have at most ${reviewLinksPerOrganizationMax} review links: delete one first.`,
        ),
      ],
    },
    getReviewLink: {
      summary: "Get a review link",
      description: "Returns one review link of the organization, if it has not expired.",
      success: { text: "The review link.", example: exampleLink },
    },
    deleteReviewLink: {
      summary: "Revoke a review link",
      description: "From now on, every request with the token of this link returns 401.",
      success: { text: "The link is revoked." },
    },
    getReview: {
      summary: "Get what a token may review",
      description:
        "Returns what the bearer of the request may review: the scope of a review link, or all posts for an API key. `GET /v1/posts?status=pending` lists the posts that wait.",
      success: {
        text: "What the bearer may review.",
        example: {
          bearer: { type: "api_key", id: exampleIds.key, name: "first read key" },
          brandId: null,
          postId: null,
          mayApprove: false,
          expiresAt: null,
        },
      },
    },
  },
};
