import { ulid } from "ulid";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { newPost } from "../../../functions/domain/new-post.ts";
import {
  changedPost,
  failedPost,
  movedPost,
  type Post,
  type PostStatus,
  publishedPost,
} from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { type Random, seeded } from "../faults/seeded-random.ts";
import { articleText, hashtagsOf } from "../openapi/prose.ts";
import { testTimeMs } from "./entities.ts";

/** The organization whose posts are listed. The first brand has half of its posts. */
export interface PostsOwner {
  organizationId: string;
  brandIds: readonly [string, ...string[]];
}

export interface ManyPosts {
  owner: PostsOwner;
  /** Yields all posts in order of creation. The same seed and owner give the same posts. */
  each: () => Generator<Post>;
}

const dayMs = 86_400_000;
const othersShare = 0.1;
const brandShares = [0.5, 0.25, 0.15, 0.1];
const statusShares: Record<PostStatus, number> = {
  published: 0.62,
  scheduled: 0.14,
  pending: 0.12,
  draft: 0.08,
  failed: 0.04,
};

/**
 * Generates one year of posts up to `testTimeMs`, with statuses and times as runs and people leave them: posts of
 * several brands of one organization, mixed with posts of three other organizations.
 */
export function manyPosts(
  count: number,
  { seed = 1, owner: given }: { seed?: number; owner?: PostsOwner } = {},
): ManyPosts {
  const beginMs = testTimeMs - 365 * dayMs;
  const newOwnerId = idsOf(seeded(seed));
  const anOwner = (): PostsOwner => ({
    organizationId: newOwnerId("org", beginMs - dayMs),
    brandIds: [
      newOwnerId("brd", beginMs),
      newOwnerId("brd", beginMs),
      newOwnerId("brd", beginMs),
      newOwnerId("brd", beginMs),
    ],
  });
  const others = [anOwner(), anOwner(), anOwner()];
  const owner = given ?? anOwner();

  function* each(): Generator<Post> {
    const random = seeded(seed + 1);
    const newId = idsOf(random);
    let run = { left: 0, atMs: beginMs, ids: { organizationId: "", brandId: "", pipelineId: "", runId: "" } };
    for (let created = 0; created < count; created += 1) {
      if (run.left === 0) {
        const atMs = beginMs + Math.floor((created / count) * 365 * dayMs) + Math.floor(random() * 1_000);
        const other = random() < othersShare ? others[Math.floor(random() * others.length)] : undefined;
        const { organizationId, brandIds } = other ?? owner;
        const brandId = brandIds[randomIndex(random, brandShares) % brandIds.length];
        run = {
          left: 1 + Math.floor(random() * 10),
          atMs,
          ids: {
            organizationId,
            brandId: brandId ?? "",
            pipelineId: newId("pip", beginMs - dayMs),
            runId: newId("run", atMs),
          },
        };
      }
      run.left -= 1;
      yield postOfRun({ id: newId("pst", run.atMs), ...run.ids }, run.atMs, random);
    }
  }
  return { owner, each };
}

const idsOf = (random: Random) => (prefix: IdPrefix, atMs: number) => `${prefix}_${ulid(atMs, random)}`;

type Given = Pick<Post, "id" | "organizationId" | "brandId" | "pipelineId" | "runId">;

function postOfRun(given: Given, createdMs: number, random: Random): Post {
  const content = {
    text: articleText(random),
    link: `https://news.example.com/${Math.floor(random() * 1e9).toString(36)}?utm_source=feed&utm_medium=social`,
    hashtags: hashtagsOf(random),
    media: [],
  };
  const statuses = Object.entries(statusShares);
  const [status] = statuses[randomIndex(random, Object.values(statusShares))] ?? ["pending"];
  // A scheduled post is due after the end of the year. Every other post is due before it.
  const dueMs =
    status === "scheduled"
      ? testTimeMs + randomMinutesMs(random, 60)
      : Math.min(createdMs + randomMinutesMs(random, 14), testTimeMs);
  const draft = newPost({ ...given, channel: "feed", content }, "manual", dueMs, createdMs);
  const decidedMs = createdMs + Math.floor(random() * (dueMs - createdMs));
  return inStatus(draft, status, { dueMs, decidedMs, random });
}

/** Returns the post after the transitions of clients and workers that lead to the status. */
function inStatus(
  draft: Post,
  status: string,
  { dueMs, decidedMs, random }: { dueMs: number; decidedMs: number; random: Random },
): Post {
  const approved = () => movedPost(draft, "approve", decidedMs);
  const lateMs = 300 + Math.floor(random() * 2_000);
  switch (status) {
    case "draft": {
      const rejected = { ...movedPost(draft, "reject", decidedMs), version: 1 };
      const isTimeless = random() < 0.3;
      return isTimeless
        ? { ...changedPost(rejected, { scheduledAt: null }, decidedMs), version: 2 }
        : rejected;
    }
    case "scheduled":
      return { ...approved(), version: 1 };
    case "published":
      return {
        ...publishedPost(approved(), { externalUrl: publicUrl(draft) }, isoTime(dueMs + lateMs)),
        version: 3,
      };
    case "failed": {
      const failure = {
        code: "brand_deleted",
        message: "The brand was deleted before the post's time came.",
      };
      return { ...failedPost(approved(), failure, isoTime(dueMs + lateMs)), version: 3 };
    }
    default:
      return draft;
  }
}

const publicUrl = ({ brandId, id }: Post) => `https://api.example.com/feeds/${brandId}.json#${id}`;

/** Returns a random duration in milliseconds: a whole number of minutes, less than the given days. */
function randomMinutesMs(random: Random, days: number): number {
  return Math.floor(random() * days * 1_440) * 60_000;
}

/** Returns a random index, each with the probability of its share. The shares add up to 1. */
function randomIndex(random: Random, shares: readonly number[]): number {
  let left = random();
  const found = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found < 0 ? 0 : found;
}
