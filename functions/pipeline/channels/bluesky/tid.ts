import { createHash } from "node:crypto";
import type { Post } from "../../../domain/post.ts";
import { secondMs } from "../../../domain/time.ts";

const alphabet = "234567abcdefghijklmnopqrstuvwxyz";
const charactersPerTid = 13;

/**
 * Returns the record key of a post: the same for every attempt, every worker and every retry. It has the second in which
 * the post was created. The microseconds in that second and the clock id are a hash of the post's id, because a run creates
 * many posts in one millisecond. https://atproto.com/specs/tid
 */
export function tidOf({ id, createdAt }: Pick<Post, "id" | "createdAt">): string {
  const hash = createHash("sha256").update(id).digest();
  const second = BigInt(Math.floor(Date.parse(createdAt) / secondMs));
  const microseconds = second * 1_000_000n + BigInt(hash.readUInt32BE(0) % 1_000_000);
  const clockId = BigInt(hash.readUInt16BE(4) % 1_024);
  let rest = (microseconds << 10n) | clockId;
  let tid = "";
  for (let count = 0; count < charactersPerTid; count += 1) {
    tid = alphabet.charAt(Number(rest & 31n)) + tid;
    rest >>= 5n;
  }
  return tid;
}
