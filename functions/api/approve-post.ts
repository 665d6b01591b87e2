import { postRoutes } from "../contract/routes/posts.ts";
import { announcement } from "../domain/announcement.ts";
import { notFound } from "../domain/errors.ts";
import { postTransitions, publication, publicationTimeMs } from "../domain/post.ts";
import { isoTime } from "../domain/time.ts";
import { assertAllowed } from "../domain/transition.ts";
import { endpoint } from "../platform/endpoint.ts";
import { movePost, readPost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.approvePost,
  async ({ caller, id: postId }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const post = await readPost(table, organizationId, postId);
    if (post === null) throw notFound("post");
    assertAllowed(postTransitions.approve, post.status, "post", "approved");

    const now = nowMs();
    const scheduledAt = isoTime(publicationTimeMs(post, now));
    const { to: status } = postTransitions.approve;
    const approved = { ...post, status, scheduledAt, updatedAt: isoTime(now) };
    const data = { postId, scheduledAt, channels: [post.channel] };
    const outcome = await movePost(table, approved, postTransitions.approve, {
      messages: [
        publication(approved, scheduledAt),
        announcement(newId("evt"), "post.scheduled", organizationId, data, now),
      ],
    });
    if (outcome.moved) return approved;
    // Somebody else moved it between the read and the write.
    if (outcome.found === null) throw notFound("post");
    assertAllowed(postTransitions.approve, outcome.found.status, "post", "approved");
    return outcome.found;
  },
);
