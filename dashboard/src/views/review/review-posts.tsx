import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { listPosts } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { SelectField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { ReviewedPost } from "./reviewed-post.tsx";
import { useReviewer } from "./reviewer.ts";
import { selectionNames, selectionOf, selections } from "./selections.ts";

/** The posts of a review link. At first it shows those that wait for approval. */
export function ReviewPosts() {
  const { review, options } = useReviewer();
  const { show } = useSearch({ from: "/review" });
  const navigate = useNavigate();
  const isOnePost = review.postId !== null;
  const chosen = selectionOf(show);
  const filter = isOnePost ? {} : filterOf(chosen);
  const posts = useInfiniteQuery(
    pagesQuery(["posts", filter], (page, signal) =>
      dataOf(listPosts({ ...filter, ...page }, { ...options, signal })),
    ),
  );
  // A post on which someone works stays in its place when it is no longer in the list.
  const [touched, setTouched] = useState<readonly string[]>([]);
  const keep = useCallback(
    (postId: string) => setTouched((before) => (before.includes(postId) ? before : [...before, postId])),
    [],
  );
  return (
    <>
      {isOnePost ? null : (
        <SelectField
          label="Show"
          value={chosen}
          onChange={(event) => {
            setTouched([]);
            void navigate({ to: "/review", search: { show: event.target.value }, replace: true });
          }}
        >
          {selectionNames.map((name) => (
            <option key={name} value={name}>
              {selections[name].words}
            </option>
          ))}
        </SelectField>
      )}
      <QueryView query={posts}>
        {(data) => {
          const rows = rowsOf(data);
          const gone = touched.filter((id) => rows.every((row) => row.id !== id));
          return (
            <>
              {rows.length === 0 && gone.length === 0 ? (
                <Empty>{isOnePost ? "The post was deleted." : emptyWords[chosen]}</Empty>
              ) : null}
              {/* One list, so that a post that leaves the rows keeps what was typed. */}
              {[...rows.map(({ id }) => id), ...gone].map((id) => (
                <ReviewedPost
                  key={id}
                  postId={id}
                  listed={rows.find((row) => row.id === id)}
                  onTouch={keep}
                />
              ))}
            </>
          );
        }}
      </QueryView>
      <MoreButton query={posts} />
    </>
  );
}

function filterOf(name: keyof typeof selections) {
  const { status, sort, order } = selections[name];
  return { status: [status], sort, order };
}

const emptyWords = {
  waiting: "No post waits for approval. New ones appear here by themselves.",
  scheduled: "No post is scheduled.",
  drafts: "There is no draft.",
  published: "No post has been published yet.",
};
