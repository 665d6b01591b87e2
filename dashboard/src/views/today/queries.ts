import { queryOptions } from "@tanstack/react-query";
import {
  type Connection,
  listConnections,
  listPosts,
  listWebhooks,
  type PostStatus,
  type WebhookSubscription,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { readAll } from "../../api/pages.ts";

/** How many posts of a status the view shows. The list of posts has them all. */
const shownMax = 8;

const postsQuery = (status: PostStatus, sort: "createdAt" | "scheduledAt", order: "asc" | "desc") =>
  queryOptions({
    queryKey: ["posts", "today", status],
    queryFn: ({ signal }) =>
      dataOf(listPosts({ status: [status], sort, order, limit: shownMax }, { signal })),
  });

/** Posts that wait for approval, the next first. */
export const pendingPosts = postsQuery("pending", "scheduledAt", "asc");

/** Posts that go out next. */
export const scheduledPosts = postsQuery("scheduled", "scheduledAt", "asc");

/** Posts that failed, the latest first. */
export const failedPosts = postsQuery("failed", "createdAt", "desc");

/** Subscriptions that the service or a person has disabled: they get no events. */
export const disabledWebhooks = queryOptions({
  queryKey: ["webhooks", "disabled"],
  queryFn: async ({ signal }): Promise<WebhookSubscription[]> => {
    const webhooks = await readAll((page) => dataOf(listWebhooks(page, { signal })));
    return webhooks.filter(({ status }) => status === "disabled");
  },
  refetchInterval: 60_000,
});

/** Connections whose credentials their platform no longer accepts: posts on them fail. */
export const lostConnections = queryOptions({
  queryKey: ["connections", "error"],
  queryFn: ({ signal }): Promise<Connection[]> =>
    readAll((page) => dataOf(listConnections({ ...page, status: ["error"] }, { signal }))),
  refetchInterval: 60_000,
});
