import type { PostingSlot, SuggestedSlots } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/time.tsx";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { weekdayNames } from "./slots.ts";

interface SuggestedSlotsTableProps {
  suggested: SuggestedSlots | null;
  zone: string;
  /** Takes the suggestion as the fixed slots. Without it, there is no button for that. */
  onUse: ((slots: PostingSlot[]) => void) | undefined;
}

/** The times that the brand's own results suggest, and why. */
export function SuggestedSlotsTable({ suggested, zone, onUse }: SuggestedSlotsTableProps) {
  if (suggested === null)
    return (
      <p className="soft">There is no suggestion yet: it comes with the first weekly report of the brand.</p>
    );
  const { slots, posts, computedAt } = suggested;
  const basis = (
    <p className="soft small">
      From {countOf(posts, "post")} with known reactions, computed <Time at={computedAt} zone={zone} />.
    </p>
  );
  if (slots.length === 0)
    return (
      <>
        <p className="soft">There is no suggestion yet: it needs 30 posts with known reactions.</p>
        {basis}
      </>
    );
  return (
    <>
      <div className="table-scroll">
        <table className="table">
          <caption className="visually-hidden">Suggested times, the best first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Time</th>
              <th scope="col" className="number">
                Posts compared
              </th>
              <th scope="col" className="number">
                Reactions, compared with the mean
              </th>
            </tr>
          </thead>
          <tbody>
            {slots.map(({ weekday, time, posts: compared, lift }) => (
              <tr key={`${weekday} ${time}`}>
                <td>{weekdayNames[weekday]}</td>
                <td className="number">{time}</td>
                <td className="number">{formatNumber(compared)}</td>
                <td className="number">× {formatNumber(lift)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {basis}
      {onUse === undefined ? null : (
        <div>
          <Button onClick={() => onUse(slots.map(({ weekday, time }) => ({ weekday, time })))}>
            Take these as the fixed times
          </Button>
        </div>
      )}
    </>
  );
}
