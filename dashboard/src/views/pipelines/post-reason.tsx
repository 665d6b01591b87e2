import type { PostReason } from "../../../../client/api.ts";
import { ReasonFacts } from "../../content/reason-facts.tsx";
import { UserText } from "../../parts/user-text.tsx";

/** Why a run chose the story of a post: a sentence. It opens to show the score and its parts. */
export function PostReasonView({ reason }: { reason: PostReason | null }) {
  if (reason === null) return null;
  return (
    <details className="small">
      <summary>
        Why: <UserText>{reason.text}</UserText>
      </summary>
      <ReasonFacts reason={reason} />
    </details>
  );
}
