import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { getReview } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { isSignedOut } from "../../api/errors.ts";
import { queryClient } from "../../api/query-client.ts";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import styles from "./review.module.css";
import { ReviewPosts } from "./review-posts.tsx";
import { optionsOf, ReviewerContext } from "./reviewer.ts";
import { useReviewToken } from "./token.ts";

/** `/review#…`: what a person with a review link sees. It needs no session. */
export function ReviewPage() {
  const token = useReviewToken();
  return (
    <main className={styles.page}>
      {token === null ? (
        <Page title="Review posts">
          <p>
            Open this page with the whole link that you were sent. The page forgets the link when it is loaded
            again, so that nobody finds it in this browser.
          </p>
        </Page>
      ) : (
        <Reviewed key={token} token={token} />
      )}
    </main>
  );
}

function Reviewed({ token }: { token: string }) {
  // Nothing that is read with the link gets to the views of a session in the same tab, or the other way round.
  const [ownClient] = useState(() => new QueryClient({ defaultOptions: queryClient.getDefaultOptions() }));
  return (
    <QueryClientProvider client={ownClient}>
      <ReviewOf token={token} />
    </QueryClientProvider>
  );
}

function ReviewOf({ token }: { token: string }) {
  const options = useMemo(() => optionsOf(token), [token]);
  const review = useQuery({
    queryKey: ["review"],
    queryFn: ({ signal }) => dataOf(getReview({ ...options, signal })),
    refetchInterval: 60_000,
  });
  const reviewer = useMemo(
    () => (review.data === undefined ? null : { review: review.data, options }),
    [review.data, options],
  );
  const isInvalid = isSignedOut(review.error);
  return (
    <Page
      title="Review posts"
      lead={
        reviewer === null || isInvalid ? undefined : (
          <>
            For <UserText>{reviewer.review.bearer.name}</UserText>. The link is valid until{" "}
            <Time at={reviewer.review.expiresAt} />.
          </>
        )
      }
    >
      {isInvalid ? (
        <Notice kind="bad">
          This link is no longer valid: it has expired or was withdrawn. Ask the person who sent it for a new
          one.
        </Notice>
      ) : (
        <QueryView query={review}>{() => null}</QueryView>
      )}
      {/* What was typed stays on the screen when the link expires. */}
      {reviewer === null ? null : (
        <ReviewerContext value={reviewer}>
          <ReviewPosts />
        </ReviewerContext>
      )}
    </Page>
  );
}
