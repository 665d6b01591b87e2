import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ChannelName } from "../../functions/domain/channel.ts";
import { publicationMessages } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { deleteConnection, requireConnection } from "../../functions/table/connections.ts";
import { insertPost, readPost } from "../../functions/table/posts.ts";
import { listen } from "../../lib/demo/listen.ts";
import { connectWebhook } from "../support/api/connected-webhook.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { tableAt } from "../support/table/table.ts";

const postsOfA = 200;
/** Far less than the ten seconds for which a request to a hanging platform takes a worker. */
const promptMs = 5_000;

const service = provided("service");
const table = tableAt(service.database);

/** Stores a brand of a new organization. Returns a function that stores a post of it that is due now. */
async function openBrandOf(organizationId: string) {
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const duePost = (channel: ChannelName) => {
    const scheduledAt = isoTime(Date.now());
    const post = aPost(organizationId, { brandId: brand.id, channel, status: "scheduled", scheduledAt });
    return insertPost(table, post, publicationMessages(post));
  };
  return { brandId: brand.id, duePost };
}

/** Opens an endpoint that never responds. Returns how many requests it has got. */
async function hangingEndpoint(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const { certFile, keyFile } = service.tls;
  const server: Server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, () => {
    requests += 1;
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `https://localhost:${await listen(server)}/in`, requests: () => requests };
}

it("an organization with hundreds of due posts on a hanging channel delays no post of another organization by more than seconds", async () => {
  const [a, b] = [newId("org"), newId("org")];
  const [ofA, ofB] = [await openBrandOf(a), await openBrandOf(b)];
  const endpoint = await hangingEndpoint();
  await connectWebhook(table, a, ofA.brandId, { url: endpoint.url });
  // Without its connection, what is left of A's posts fails at once when the test ends.
  const connection = await requireConnection(table, {
    organizationId: a,
    brandId: ofA.brandId,
    channel: "webhook",
  });
  onTestFinished(async () => void (await deleteConnection(table, connection)));
  await connectWebhook(table, b, ofB.brandId);
  await Promise.all(Array.from({ length: postsOfA }, () => ofA.duePost("webhook")));
  // A has all the workers that it gets when no more requests come.
  let before = 0;
  await vi.waitFor(
    () => {
      const now = endpoint.requests();
      const isSteady = now > 0 && now === before;
      before = now;
      expect(isSteady).toBe(true);
    },
    { timeout: 20_000, interval: 1_500 },
  );
  const posts = await Promise.all([ofB.duePost("webhook"), ofB.duePost("feed")]);
  await vi.waitFor(
    async () => {
      const current = await Promise.all(posts.map(({ id }) => readPost(table, b, id)));
      expect(current).toMatchObject([{ status: "published" }, { status: "published" }]);
    },
    { timeout: promptMs, interval: 50 },
  );
  expect(endpoint.requests()).toBeLessThan(postsOfA);
}, 60_000);
