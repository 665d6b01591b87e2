import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Brand, Post } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { channelName } from "../../content/channels.ts";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useMay } from "../../session/session.ts";
import { countLength } from "./count-length.ts";
import { EditPost } from "./edit-post.tsx";
import { LengthCount } from "./length-count.tsx";
import { PostActions } from "./post-actions.tsx";
import { PostComments } from "./post-comments.tsx";
import { PostHistory } from "./post-history.tsx";
import { PostOrigin } from "./post-origin.tsx";
import { PostPreview } from "./post-preview.tsx";
import { postQuery } from "./post-queries.ts";
import { PostResults } from "./post-results.tsx";
import { PostProblem, PostState } from "./post-state.tsx";
import { valuesOf } from "./post-values.ts";
import styles from "./posts.module.css";

const route = getRouteApi("/app/posts/$postId");

/** One post, with its preview, its state and its actions. */
export function PostPage() {
  const { postId } = route.useParams();
  const query = useQuery(postQuery(postId));
  const title = query.data === undefined ? "Post" : `Post for ${channelName(query.data.channel)}`;
  return (
    <Page
      title={title}
      actions={
        <Link to="/app/posts" className="button button-small">
          All posts
        </Link>
      }
    >
      <QueryView query={query}>{(post) => <PostViews key={post.id} post={post} />}</QueryView>
    </Page>
  );
}

function PostViews({ post }: { post: Post }) {
  // The brand as it was when the edit began, so that its zone stays the same during the edit.
  const [editedWith, setEditedWith] = useState<Brand | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const mayWrite = useMay("write");
  const brand = useBrand(post.brandId);
  const zone = brand?.timezone;
  const { noun } = countLength(valuesOf(post), post.channel);
  return (
    <>
      <PostProblem post={post} zone={zone} />
      {mayWrite && editedWith === null ? (
        <PostActions
          post={post}
          takesFocus={wasEdited}
          onEdit={brand === undefined ? undefined : () => setEditedWith(brand)}
        />
      ) : null}
      {editedWith === null ? null : (
        <EditPost
          post={post}
          brand={editedWith}
          onDone={() => {
            setEditedWith(null);
            setWasEdited(true);
          }}
        />
      )}
      <div className={styles.columns}>
        <div className="stack">
          {editedWith !== null ? null : (
            <Panel title="Preview">
              <PostPreview content={valuesOf(post)} channel={post.channel} />
              <div className="small soft">
                <LengthCount length={{ length: post.length, limit: post.limit, noun }} />
              </div>
            </Panel>
          )}
          <PostComments postId={post.id} zone={zone} />
        </div>
        <div className="stack">
          <PostState post={post} zone={zone} />
          {post.status === "published" ? <PostResults postId={post.id} zone={zone} /> : null}
          <PostOrigin post={post} />
          <PostHistory postId={post.id} zone={zone} />
        </div>
      </div>
    </>
  );
}
