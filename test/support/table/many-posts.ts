import { ulid } from "ulid";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import {
  changedPost,
  failedPost,
  movedPost,
  newPost,
  type Post,
  type PostStatus,
  publishedPost,
} from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { type Random, seeded } from "../faults/seeded-random.ts";
import { articleText, hashtagsOf } from "../openapi/prose.ts";
import { testTimeMs } from "./entities.ts";

/** Whose posts are listed. Of the brands the first has half of the posts. */
export interface PostsOwner {
  organizationId: string;
  brandIds: readonly [string, ...string[]];
}

export interface ManyPosts {
  owner: PostsOwner;
  /** Yields all of them in the order of their making, the same for the same seed and owner. */
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
 * A year of posts up to `testTimeMs`, as runs make them and people treat them: several brands of one organization,
 * three others' posts between them, each status with its share and the times that belong to it.
 */
export function manyPosts(
  count: number,
  { seed = 1, owner: given }: { seed?: number; owner?: PostsOwner } = {},
): ManyPosts {
  const beginMs = testTimeMs - 365 * dayMs;
  const idOf = idsOf(seeded(seed));
  const anOwner = (): PostsOwner => ({
    organizationId: idOf("org", beginMs - dayMs),
    brandIds: [idOf("brd", beginMs), idOf("brd", beginMs), idOf("brd", beginMs), idOf("brd", beginMs)],
  });
  const others = [anOwner(), anOwner(), anOwner()];
  const owner = given ?? anOwner();

  function* each(): Generator<Post> {
    const random = seeded(seed + 1);
    const newId = idsOf(random);
    let run = { left: 0, atMs: beginMs, ids: { organizationId: "", brandId: "", pipelineId: "", runId: "" } };
    for (let made = 0; made < count; made += 1) {
      if (run.left === 0) {
        const atMs = beginMs + Math.floor((made / count) * 365 * dayMs) + Math.floor(random() * 1_000);
        const other = random() < othersShare ? others[Math.floor(random() * others.length)] : undefined;
        const { organizationId, brandIds } = other ?? owner;
        const brandId = brandIds[shareOf(random, brandShares) % brandIds.length];
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
  const [status] = statuses[shareOf(random, Object.values(statusShares))] ?? ["pending"];
  // What has happened lies behind, what is still to come ahead of the year's end.
  const dueMs =
    status === "scheduled"
      ? testTimeMs + minutes(random, 60)
      : Math.min(createdMs + minutes(random, 14), testTimeMs);
  const born = newPost({ ...given, channel: "feed", content }, "manual", dueMs, createdMs);
  const seenMs = createdMs + Math.floor(random() * (dueMs - createdMs));
  return treated(born, status, { dueMs, seenMs, random });
}

/** A post that has been brought to a status by what clients and workers do. */
function treated(
  born: Post,
  status: string,
  { dueMs, seenMs, random }: { dueMs: number; seenMs: number; random: Random },
): Post {
  const approved = () => movedPost(born, "approve", seenMs);
  const lateMs = 300 + Math.floor(random() * 2_000);
  switch (status) {
    case "draft": {
      const rejected = { ...movedPost(born, "reject", seenMs), version: 1 };
      const isTimeless = random() < 0.3;
      return isTimeless ? { ...changedPost(rejected, { scheduledAt: null }, seenMs), version: 2 } : rejected;
    }
    case "scheduled":
      return { ...approved(), version: 1 };
    case "published":
      return { ...publishedPost(approved(), publicUrl(born), isoTime(dueMs + lateMs)), version: 3 };
    case "failed": {
      const failure = {
        code: "brand_deleted",
        message: "The brand was deleted before the post's time came.",
      };
      return { ...failedPost(approved(), failure, isoTime(dueMs + lateMs)), version: 3 };
    }
    default:
      return born;
  }
}

const publicUrl = ({ brandId, id }: Post) => `https://api.example.com/feeds/${brandId}.json#${id}`;

/** Of the next so many days, to a minute, as slots are. */
function minutes(random: Random, days: number): number {
  return Math.floor(random() * days * 1_440) * 60_000;
}

/** A place in a list of shares that add up to 1, each as often as it says. */
function shareOf(random: Random, shares: readonly number[]): number {
  let left = random();
  const found = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found < 0 ? 0 : found;
}
