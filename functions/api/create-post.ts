import { postRoutes } from "../contract/routes/posts.ts";
import { callerActor } from "../domain/actor.ts";
import { isConnectable } from "../domain/channel.ts";
import { notConnected } from "../domain/connection.ts";
import { notFound } from "../domain/errors.ts";
import { newManualPost } from "../domain/new-post.ts";
import { reminderMessages } from "../domain/post-reminder.ts";
import { postView } from "../domain/post-view.ts";
import { fingerprint } from "../pipeline/fingerprint.ts";
import { postProblems } from "../pipeline/post-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { ownLimits } from "../table/account-limits.ts";
import { readBrand } from "../table/brands.ts";
import { readConnection } from "../table/connections.ts";
import { postedLinkChange } from "../table/posted-stories.ts";
import { insertPost } from "../table/posts.ts";
import { alreadyApplied } from "../table/store/table.ts";

export const handler = endpoint(
  postRoutes.createPost,
  async ({ caller, body }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const { brandId, channel } = body;
    // Read it first: the account of the brand may take other texts than the channel does by default.
    const connection = isConnectable(channel)
      ? await readConnection(table, { organizationId, brandId, channel })
      : null;
    const limits = ownLimits(connection);
    const given = { ...body, id: newId("pst"), organizationId, ...(limits !== undefined && { limits }) };
    const post = { ...newManualPost(given, nowMs()), createdBy: callerActor(caller) };
    // The brand may be gone since an earlier try of this request has stored the post.
    if (!alreadyApplied(table, {})) {
      if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
      if (isConnectable(channel) && connection === null) throw notConnected(channel);
    }
    // Runs make no post of the same page. `PATCH` of the link is not remembered: it would cost every change of a post a write.
    const { link } = post.content;
    const remembered = link === null ? [] : [postedLinkChange(post, fingerprint({ url: link }), nowMs())];
    return postView(await insertPost(table, post, reminderMessages(post), remembered));
  },
  { alsoCheck: (body) => postProblems(body, { allowLoopback: allowsLoopback() }) },
);
