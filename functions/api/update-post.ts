import { postRoutes } from "../contract/routes/posts.ts";
import { unprocessable } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import { changedPost, type Post, publicationMessages, schedulingMessages } from "../domain/post.ts";
import { urlProblems } from "../http/url-problems.ts";
import { channelLimits } from "../pipeline/channels/limits.ts";
import { graphemeCount } from "../pipeline/truncate.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.updatePost,
  async ({ caller, id, body }, { table, nowMs, newId }) =>
    changePost(table, caller.organizationId, id, (current) => {
      if (Object.keys(body).length === 0) return { post: current };
      const now = nowMs();
      const post = changedPost(current, body, now);
      if (body.text !== undefined) assertFits(post);
      if (post.scheduledAt === current.scheduledAt) return { post };
      return {
        post,
        messages: schedulingMessages(post, newId, now),
        withdrawn: publicationMessages(current),
      };
    }),
  {
    alsoCheck: (body) =>
      urlProblems({ link: fieldOf(body, "link") }, { allowHttp: true, allowLoopback: allowsLoopback() }),
  },
);

/** @throws unprocessable when the text is longer than the post's channel allows */
function assertFits({ channel, content }: Post): void {
  const { maxCharacters } = channelLimits[channel];
  const characters = graphemeCount(content.text);
  if (characters <= maxCharacters) return;
  throw unprocessable(
    `The text has ${characters} characters: the channel ${channel} takes at most ${maxCharacters}.`,
  );
}
