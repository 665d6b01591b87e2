import type { Brand } from "../../../functions/domain/brand.ts";
import type { ChannelName } from "../../../functions/domain/channel.ts";
import type { OutgoingMessage, PublicationMessage } from "../../../functions/domain/message.ts";
import {
  changedPost,
  movedPost,
  type Post,
  type PostChanges,
  type PostContent,
  type PostMove,
  publicationMessages,
  schedulingMessages,
} from "../../../functions/domain/post.ts";
import { isoTime, secondMs } from "../../../functions/domain/time.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { Channel, Publishing } from "../../../functions/pipeline/channels/channel.ts";
import { type PublishEffects, publishDuePost } from "../../../functions/pipeline/publish.ts";
import { awaitedAmong } from "../../../functions/table/awaited.ts";
import { changePost, insertPost, readPost } from "../../../functions/table/posts.ts";
import type { Item } from "../../../functions/table/store/change.ts";
import { asOutboxItem } from "../../../functions/table/store/outbox.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { aBrand, aPost, newId, testTimeMs } from "../table/entities.ts";
import { storeBrand } from "../table/stored-brand.ts";
import { intercepted, testTable } from "../table/table.ts";
import { sampleContent } from "./post-contents.ts";

interface DuePost {
  /** @default a new one */
  brand?: Brand;
  /** @default now */
  dueAtMs?: number;
  content?: PostContent;
  /** Whether a run proposed the images. @default false */
  hasProposedImages?: boolean;
}

type MaybePromise<Value> = Value | Promise<Value>;
type Publication = Extract<OutgoingMessage, { queue: "publications" }> & { body: PublicationMessage };

/** Thrown by everything that a worker does after it was killed. */
class Killed extends Error {}

/** The moments at which a worker can be killed: before or after one of its calls of DynamoDB. */
export interface Kill {
  call: number;
  moment: "before" | "after";
}

/** A table whose caller can be killed, and which notes the messages that are stored in the outbox. */
function mortalTable(outbox: OutgoingMessage[]): { table: Table; arm: (kill: Kill | null) => void } {
  let armed: Kill | null = null;
  let calls = 0;
  const table = intercepted(testTable(), async ({ input, next }) => {
    const call = calls;
    calls += 1;
    const isLast = armed !== null && call >= armed.call;
    if (isLast && (call > (armed?.call ?? 0) || armed?.moment === "before")) throw new Killed();
    const output = await next();
    outbox.push(...storedMessages(input));
    if (isLast) throw new Killed();
    return output;
  });
  return {
    table,
    arm(kill) {
      armed = kill;
      calls = 0;
    },
  };
}

/** The messages in the outbox items that a call of DynamoDB stores. */
function storedMessages(input: object): OutgoingMessage[] {
  const { Item, TransactItems = [] } = trusted<{ Item?: Item; TransactItems?: { Put?: { Item: Item } }[] }>(
    input,
  );
  return [Item, ...TransactItems.map(({ Put }) => Put?.Item)]
    .filter((item) => item !== undefined)
    .filter(({ pk }) => String(pk).startsWith("OUTBOX#"))
    .flatMap((item) => asOutboxItem(item).messages);
}

/**
 * Publishes posts as the service does, on a clock that jumps from one message to the next: it takes the messages from the
 * outbox, and redelivers those of a worker that was killed.
 */
export function openPublicationClock(
  channel: Channel,
  name: ChannelName,
  publisher: () => MaybePromise<
    Partial<Pick<Publishing, "credentials" | "account" | "sessions">>
  > = () => ({}),
  /** How long the platform may take for one request. */
  timeoutMs = 300,
) {
  const outbox: OutgoingMessage[] = [];
  const { table: mortal, arm } = mortalTable(outbox);
  const { table } = mortalTable(outbox);
  let nowMs = testTimeMs;

  const effects: PublishEffects = {
    table: mortal,
    nowMs: () => nowMs,
    newId,
    service: { publicUrl: "https://localhost", timeoutMs, allowLoopback: true },
    publisherOf: async () => {
      const none = { credentials: null, account: null, sessions: null };
      return { ...none, ...(await publisher()), checkNow: [] };
    },
    withPermit: (_post, work) => work(),
    isOwnError: (error) => error instanceof Killed,
    reportUnknown: () => {},
  };

  async function storedBrand(organizationId = newId("org")): Promise<Brand> {
    const brand = aBrand(organizationId);
    await storeBrand(table, brand);
    return brand;
  }

  /** The messages that posts of the organization wait for, the next one first. */
  async function awaitedMessages(organizationId: string): Promise<Publication[]> {
    const messages = outbox
      .flatMap((message) =>
        message.queue === "publications" && message.body.kind === "post.publish"
          ? [{ ...message, body: message.body }]
          : [],
      )
      .filter(({ body }) => body.organizationId === organizationId);
    const awaited: Publication[] = [];
    for (let start = 0; start < messages.length; start += 100) {
      const some = messages.slice(start, start + 100);
      const awaitedOfSome = await awaitedAmong(table, some);
      awaited.push(...some.filter((message) => awaitedOfSome.has(message)));
    }
    return awaited.toSorted((one, other) => one.notBeforeMs - other.notBeforeMs);
  }

  /** Handles one message now. Redelivers it as SQS does while its worker is killed or another one has the lease. */
  async function handle(body: PublicationMessage): Promise<void> {
    for (;;) {
      try {
        if ((await publishDuePost(body, () => channel, effects)) === "done") return;
        nowMs += 30 * secondMs;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        arm(null);
        nowMs += 10 * secondMs;
      }
    }
  }

  /** Handles messages, each at its time, until none is awaited or the clock has come to `untilMs`. */
  async function run(organizationId: string, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      const messages = await awaitedMessages(organizationId);
      const nextMs = Math.max(nowMs, messages[0]?.notBeforeMs ?? Number.POSITIVE_INFINITY);
      if (messages.length === 0 || nextMs > Math.max(nowMs, untilMs)) return;
      nowMs = nextMs;
      for (const { body, notBeforeMs } of messages) if (notBeforeMs <= nextMs) await handle(body);
    }
  }

  return {
    table,
    nowMs: () => nowMs,
    /** Lets time pass in which no worker handles a message. */
    pass(ms: number) {
      nowMs += ms;
    },
    /** Stores a post that is due now or at another time, with its message, and with its brand if none is given. */
    async duePost({
      brand,
      dueAtMs = nowMs,
      content = sampleContent(),
      hasProposedImages = false,
    }: DuePost = {}): Promise<Post> {
      const { id: brandId, organizationId } = brand ?? (await storedBrand());
      const scheduledAt = isoTime(dueAtMs);
      const post = aPost(organizationId, {
        brandId,
        status: "scheduled",
        scheduledAt,
        channel: name,
        content,
        ...(hasProposedImages && { hasProposedImages }),
      });
      return insertPost(table, post, schedulingMessages(post, newId, nowMs));
    },
    storedBrand,
    /** Moves a post as a client does. */
    move: (post: Post, move: PostMove) =>
      changePost(table, post.organizationId, post.id, (current) => {
        const moved = movedPost(current, move, nowMs);
        const messages = schedulingMessages(moved, newId, nowMs);
        return { post: moved, messages, withdrawn: publicationMessages(current) };
      }),
    /** Changes a post, but not its time, as a client does. */
    change: (post: Post, changes: PostChanges) =>
      changePost(table, post.organizationId, post.id, (current) => ({
        post: changedPost(current, changes, nowMs),
      })),
    awaitedMessages,
    handle,
    run,
    /** Kills the next worker at one of its calls. */
    arm,
    async current({ organizationId, id }: Post): Promise<Post> {
      const post = await readPost(table, organizationId, id);
      if (post === null) throw new Error("the post is gone");
      return post;
    },
    /** The types of the events that were sent about the posts of an organization. */
    events: (organizationId: string): string[] =>
      outbox
        .flatMap(({ body }) => (body.kind === "event.fan-out" ? [body] : []))
        .filter((body) => body.organizationId === organizationId)
        .map(({ event }) => event.type),
  };
}
