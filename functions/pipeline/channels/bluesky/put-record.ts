import { fieldOf, textOf } from "../../../domain/field-of.ts";
import { ChannelRejected, NotSent } from "../channel.ts";
import { isSuccess, rethrowAsNotSent } from "../platform-request.ts";
import { isSamePost, type PostRecord, postCollection } from "./record.ts";
import type { BlueskySession } from "./session.ts";
import { errorNameIn, publishingError } from "./xrpc.ts";

/**
 * Writes a post where there is no record yet. If there is one, it must be this post: an earlier attempt has written it.
 * @throws {ChannelRejected} when the record is another post, and the errors of the port
 */
export async function putRecord(rkey: string, record: PostRecord, session: BlueskySession): Promise<void> {
  const where = { repo: session.did(), collection: postCollection, rkey };
  const response = await session
    .request("com.atproto.repo.putRecord", { method: "POST", json: { ...where, record, swapRecord: null } })
    .catch(rethrowAsNotSent);
  if (isSuccess(response.status)) return;
  if (errorNameIn(response) !== "InvalidSwap") throw publishingError(response, session.failing());
  const stored = await session.request("com.atproto.repo.getRecord", { query: where });
  if (errorNameIn(stored) === "RecordNotFound")
    throw new NotSent("The post was deleted on Bluesky while it was being written.");
  if (!isSuccess(stored.status))
    throw new Error(`Bluesky returned status ${stored.status} for a stored post`);
  const value = fieldOf(stored.json, "value");
  if (isSamePost(value, record)) return;
  const text = textOf(value, "text").replaceAll(/[\s\p{C}]+/gu, " ");
  const start = text.slice(0, startCharactersMax).toWellFormed();
  throw new ChannelRejected(
    "channel_refused",
    `Bluesky already has another version of this post, which begins with "${start}". Delete it there, then retry the post.`,
  );
}

const startCharactersMax = 100;
