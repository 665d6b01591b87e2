import { Link } from "@tanstack/react-router";
import type { Post } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { channelName } from "../../content/channels.ts";
import { Time } from "../../parts/time.tsx";
import styles from "./post-line.module.css";

/** A post in two lines: its text, and where and when it goes. */
export function PostLine({ post }: { post: Post }) {
  const zone = useBrand(post.brandId)?.timezone;
  return (
    <div>
      <Link className={styles.text} to="/app/posts/$postId" params={{ postId: post.id }}>
        <bdi>{post.content.text}</bdi>
      </Link>
      <div className="small soft">
        <BrandName brandId={post.brandId} /> · {channelName(post.channel)} ·{" "}
        {post.scheduledAt === null ? "no time yet" : <Time at={post.scheduledAt} zone={zone} />}
      </div>
    </div>
  );
}
