import * as z from "zod/mini";
import { actor } from "./actor.ts";
import { createdQuery, givenId, givenTime, line, page, timestamp } from "./fields.ts";

export const reviewLink = z.object({
  id: z.string(),
  name: z.string(),
  brandId: z.string(),
  postId: z.nullable(z.string()),
  mayApprove: z.boolean(),
  createdBy: actor,
  createdAt: timestamp,
  expiresAt: timestamp,
});

/** A new review link. This is the only response that contains its URL. */
export const issuedReviewLink = z.extend(reviewLink, { url: z.string() });

export const reviewLinks = page(reviewLink);

const subjectId = z._default(
  z.nullable(givenId.check(z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"))),
  null,
);

export const newReviewLink = z.object({
  brandId: subjectId,
  postId: subjectId,
  name: z._default(line(120), "Reviewer"),
  mayApprove: z._default(z.boolean(), false),
  expiresAt: z.optional(z.nullable(givenTime)),
});

export const reviewLinksQuery = z.object(createdQuery);

export const review = z.object({
  bearer: actor,
  brandId: z.nullable(z.string()),
  postId: z.nullable(z.string()),
  mayApprove: z.boolean(),
  expiresAt: z.nullable(timestamp),
});
