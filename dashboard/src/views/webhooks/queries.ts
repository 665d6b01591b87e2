import { queryOptions } from "@tanstack/react-query";
import {
  type BulkReplay,
  type DeadLetter,
  type Delivery,
  getBulkReplay,
  getDeadLetter,
  getWebhook,
  listDeadLetters,
  listDeliveries,
  listWebhooks,
  type WebhookSubscription,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { type PageParameters, pagesQuery, readAll } from "../../api/pages.ts";
import { listRefreshMs, progressRefreshMs, queryClient } from "../../api/query-client.ts";
import { replayIntervalMs, watchIntervalMs } from "./attempts.ts";
import type { DeadLetterFilter } from "./dead-letter-filter.ts";

/** All subscriptions of the organization: at most 100, unless its operator allows more. */
export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: ({ signal }) => readAll((page) => dataOf(listWebhooks(page, { signal }))),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhook", id],
    queryFn: ({ signal }) => dataOf(getWebhook({ id }, { signal })),
  });

/** Shows a subscription as a change has returned it, in all views. */
export function webhookChanged(webhook: WebhookSubscription): void {
  queryClient.setQueryData(webhookQuery(webhook.id).queryKey, webhook);
  void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
}

export const deliveriesQuery = (webhookId: string) =>
  pagesQuery<Delivery>(["deliveries", webhookId], (page, signal) =>
    dataOf(listDeliveries({ id: webhookId, ...page }, { signal })),
  );

/** The delivery of an event that was just sent, read often until no attempt follows. Null before it appears. */
export const watchedDeliveryQuery = (webhookId: string, eventId: string) =>
  queryOptions({
    queryKey: ["watched-delivery", webhookId, eventId],
    queryFn: ({ signal }) => findDelivery(webhookId, eventId, signal),
    refetchInterval: ({ state }) => watchIntervalMs(state.data ?? null, state.dataUpdateCount, Date.now()),
  });

/** Looks among the newest deliveries: a busy subscription gets many while a test event is retried. */
async function findDelivery(id: string, eventId: string, signal: AbortSignal): Promise<Delivery | null> {
  let page: PageParameters = {};
  for (let pages = 0; pages < 3; pages += 1) {
    const { data, nextCursor } = await dataOf(listDeliveries({ id, limit: 100, ...page }, { signal }));
    const found = data.find((delivery) => delivery.eventId === eventId);
    if (found !== undefined) return found;
    if (nextCursor === null) return null;
    page = { cursor: nextCursor };
  }
  return null;
}

export const deadLettersQuery = ({ webhookId, statuses }: DeadLetterFilter) =>
  pagesQuery<DeadLetter>(["dead-letters", webhookId, statuses], (page, signal) =>
    dataOf(
      listDeadLetters(
        {
          ...page,
          ...(webhookId === undefined ? {} : { webhookId }),
          ...(statuses === undefined ? {} : { status: statuses }),
        },
        { signal },
      ),
    ),
  );

export const deadLetterQuery = (id: string) =>
  queryOptions({
    queryKey: ["dead-letter", id],
    queryFn: ({ signal }) => dataOf(getDeadLetter({ id }, { signal })),
    refetchInterval: ({ state }) =>
      state.data?.status === "replaying" ? replayIntervalMs(state.data, Date.now()) : listRefreshMs,
  });

export const bulkReplayQuery = (id: string) =>
  queryOptions({
    queryKey: ["bulk-replay", id],
    queryFn: ({ signal }): Promise<BulkReplay> => dataOf(getBulkReplay({ id }, { signal })),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? progressRefreshMs : false),
  });
