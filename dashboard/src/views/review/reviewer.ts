import { createContext, useContext } from "react";
import type { Review } from "../../../../client/api.ts";

/** What each request of a reviewer is sent with. */
interface ReviewerOptions {
  headers: { Authorization: string };
  credentials: "omit";
}

/** What a reviewer may do, and how the reviewer's requests are sent. */
interface Reviewer {
  review: Review;
  options: ReviewerOptions;
}

/** The options of a reviewer's requests: the token, and no cookie, also where the browser has a session. */
export function optionsOf(token: string): ReviewerOptions {
  return { headers: { Authorization: `Bearer ${token}` }, credentials: "omit" };
}

export const ReviewerContext = createContext<Reviewer | null>(null);

/** The reviewer of the page. Only for what the page renders for a valid link. */
export function useReviewer(): Reviewer {
  const reviewer = useContext(ReviewerContext);
  if (reviewer === null) throw new Error("There is no reviewer here.");
  return reviewer;
}
