import { reviewLinkRoutes } from "../contract/routes/review-links.ts";
import { callerActor } from "../domain/actor.ts";
import { notFound } from "../domain/errors.ts";
import { newReviewLink, reviewLinkProblems } from "../domain/review-link.ts";
import { hashApiKey, newReviewToken } from "../platform/api-key.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readPost } from "../table/posts.ts";
import { insertReviewLink } from "../table/review-links.ts";
import type { Table } from "../table/store/table.ts";

export const handler = endpoint(
  reviewLinkRoutes.createReviewLink,
  async ({ caller, body, viewer: { baseUrl } }, { table, nowMs, newId, randomBytes }) => {
    const { organizationId } = caller;
    const { brandId, postId, name, mayApprove, expiresAt } = body;
    const token = newReviewToken(randomBytes);
    const link = newReviewLink(
      {
        id: newId("rvl"),
        organizationId,
        brandId: brandId ?? (await brandOfPost(table, organizationId, postId)),
        postId,
        name,
        mayApprove,
        expiresAt,
        hash: hashApiKey(token),
        createdBy: callerActor(caller),
      },
      nowMs(),
    );
    await insertReviewLink(table, caller, link);
    // Browsers send no fragment to any server, so the token appears in no log.
    return { ...link, url: `${baseUrl}/review#${token}` };
  },
  {
    alsoCheck: (body, { nowMs }) => reviewLinkProblems(body, nowMs()),
  },
);

async function brandOfPost(table: Table, organizationId: string, postId: string | null): Promise<string> {
  const post = postId === null ? null : await readPost(table, organizationId, postId);
  if (post === null) throw notFound("post");
  return post.brandId;
}
