import { trusted } from "../../../functions/domain/trusted.ts";
import { hashApiKey } from "../../../functions/platform/api-key.ts";
import { sealCursor } from "../../../functions/platform/cursor.ts";
import type { KeyRecord } from "../../../functions/table/api-keys.ts";
import { apiKeyKey } from "../../../functions/table/keys.ts";
import { pageOfPosts } from "../../../functions/table/post-pages.ts";
import { requestLimitChange } from "../../../functions/table/request-counts.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { type HttpResponse, openHttpClient } from "../../support/client/http-client.ts";
import type { PostsOwner } from "../../support/table/many-posts.ts";
import { type PageCase, type PostListModel, postListModel } from "../../support/table/post-list-model.ts";
import { tableAt } from "../../support/table/table.ts";
import { startBenchProcess } from "../webhooks/bench-process.ts";
import { seedPosts } from "./seed.ts";

/** A running service with posts in its table. */
export interface PagesSetup {
  database: { endpoint: string; tableName: string };
  owner: PostsOwner;
  lists: PostListModel;
  /** Reads a page by the table's function or by the endpoint, and returns its ids. */
  request: Record<"table" | "https", (page: PageCase) => Promise<string[]>>;
  /** Calls the API with a key that may write. */
  call: (method: string, path: string, body?: unknown) => Promise<HttpResponse>;
  /** The process of the service. */
  pid: number;
  close: () => void;
}

/** More requests a minute than any run sends. */
const rateLimit = 1_000_000;

export async function openSetup(
  folder: string,
  seeding: { posts: number; seed: number; brandIds: PostsOwner["brandIds"] },
  log: (line: string) => void,
): Promise<PagesSetup> {
  const { pid, ready } = await startBenchProcess("service", [folder]);
  const { file, dynamoDb: endpoint, tableName } = ready;
  const database = { endpoint, tableName };
  const table = tableAt(database);
  const owner = { organizationId: file.organizationId, brandIds: seeding.brandIds };
  const { each } = await seedPosts(table, { ...seeding, owner }, log);
  const lists = postListModel(owner.organizationId, each());
  const key = file.keys.read;
  const cursorKey = await raiseRateLimit(table, key);
  await raiseRateLimit(table, file.keys.write);
  const client = openHttpClient(file);
  return {
    database,
    owner,
    lists,
    request: {
      async table(page) {
        const { filter, order, limit } = page;
        const { after } = lists.page(filter, page);
        const { rows } = await pageOfPosts(table, owner.organizationId, filter, { order, limit, after });
        return rows.map(({ id }) => id);
      },
      async https(page) {
        const { status, text } = await client.call("GET", pathOf(page, lists, cursorKey), { key });
        if (status !== 200) throw new Error(`the service returned ${status}: ${text}`);
        return trusted<{ data: { id: string }[] }>(JSON.parse(text)).data.map(({ id }) => id);
      },
    },
    call: (method, path, body) => client.call(method, path, { key: file.keys.write, body }),
    pid,
    close: () => client.close(),
  };
}

/** Raises the rate limits of a key and of its organization, and returns the key that seals its organization's cursors. */
export async function raiseRateLimit(table: Table, apiKey: string): Promise<string> {
  const Key = apiKeyKey(hashApiKey(apiKey));
  await table.client.send("UpdateItem", {
    TableName: table.name,
    Key,
    UpdateExpression: "SET rateLimit = :limit",
    ExpressionAttributeValues: { ":limit": rateLimit },
  });
  const { Item } = await table.client.send("GetItem", { TableName: table.name, Key });
  const { organizationId, cursorKey } = trusted<KeyRecord>(Item);
  await commit(table, [requestLimitChange(organizationId, rateLimit)]);
  return cursorKey;
}

/** Returns the path of a page with the cursor that a client would have after reading the pages before it. */
function pathOf(page: PageCase, lists: PostListModel, cursorKey: string): string {
  const { statuses, brandId, sort } = page.filter;
  const list = ["posts", statuses?.toSorted(), brandId, sort, page.order];
  const cursor = sealCursor(lists.page(page.filter, page).after, list, cursorKey);
  const query = new URLSearchParams({ sort, order: page.order, limit: String(page.limit) });
  if (statuses !== undefined) query.set("status", statuses.join(","));
  if (brandId !== undefined) query.set("brandId", brandId);
  if (cursor !== null) query.set("cursor", cursor);
  return `/v1/posts?${query.toString()}`;
}
