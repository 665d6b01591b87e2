import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteReviewLink, listReviewLinks, type ReviewLink } from "../../../client/api.ts";
import { useBrand } from "../api/brands.ts";
import { dataOf } from "../api/client.ts";
import { readAll } from "../api/pages.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Empty } from "../parts/notices.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryView } from "../parts/query-view.tsx";
import { Time } from "../parts/time.tsx";
import { showToast } from "../parts/toasts.tsx";
import { UserText } from "../parts/user-text.tsx";
import { useMay } from "../session/session.ts";
import { NewReviewLink, type ReviewSubject } from "./new-review-link.tsx";

const queryKey = ["review-links"];

/**
 * The links with which people without an API key review the posts of a brand, or one post: to see, to create and to withdraw.
 * Give either the brand or the post.
 */
export function ReviewLinks(subject: ReviewSubject) {
  const mayWrite = useMay("write");
  const [isOpen, setOpen] = useState(false);
  const [withdrawn, setWithdrawn] = useState<ReviewLink | null>(null);
  const links = useQuery({
    queryKey,
    queryFn: ({ signal }) => readAll((page) => dataOf(listReviewLinks(page, { signal }))),
    // An organization may have 500 links, which take five requests.
    refetchInterval: 60_000,
  });
  return (
    <Panel
      title="Review links"
      actions={
        mayWrite && !isOpen ? <Button onClick={() => setOpen(true)}>New review link</Button> : undefined
      }
    >
      <p className="soft">
        With a review link, a person without an API key sees{" "}
        {subject.postId === undefined ? "the posts of this brand" : "this post"} and can comment.
      </p>
      {isOpen ? <NewReviewLink subject={subject} onClose={() => setOpen(false)} /> : null}
      <QueryView query={links}>
        {(data) => {
          const rows = data.filter((link) => isOf(link, subject));
          return rows.length === 0 ? (
            <Empty>There is no review link.</Empty>
          ) : (
            <ul className="list">
              {rows.map((link) => (
                <li key={link.id} className="row row-apart">
                  <LinkInWords link={link} />
                  {mayWrite ? (
                    <Button
                      small
                      aria-label={`Withdraw the link of ${link.name}`}
                      onClick={() => setWithdrawn(link)}
                    >
                      Withdraw
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
      {withdrawn === null ? null : <Withdraw link={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Panel>
  );
}

/** Whether a link is shown for a brand or for a post: a post's links are those to it alone. */
function isOf(link: ReviewLink, { brandId, postId }: ReviewSubject): boolean {
  return postId === undefined ? link.brandId === brandId && link.postId === null : link.postId === postId;
}

function LinkInWords({
  link: { name, brandId, mayApprove, expiresAt, createdAt, createdBy },
}: {
  link: ReviewLink;
}) {
  const zone = useBrand(brandId)?.timezone;
  return (
    <div>
      <UserText>{name}</UserText>
      <div className="soft small">
        {mayApprove ? "May approve and request changes" : "May read and comment"} · valid until{" "}
        <Time at={expiresAt} zone={zone} /> · created <Time at={createdAt} zone={zone} relative /> by{" "}
        <UserText>{createdBy.name}</UserText>
      </div>
    </div>
  );
}

function Withdraw({ link, onClose }: { link: ReviewLink; onClose: () => void }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => dataOf(deleteReviewLink({ id: link.id })),
    onSuccess: () => {
      showToast(`The review link of ${link.name} no longer works.`);
      void client.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      title={`Withdraw the link of ${link.name}?`}
      action="Withdraw the link"
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      The link stops working at once. The comments made with it stay. This cannot be undone.
    </Confirm>
  );
}
