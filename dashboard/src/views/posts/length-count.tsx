import { formatNumber } from "../../text/numbers.ts";
import type { TextLength } from "./count-length.ts";
import styles from "./posts.module.css";

/** How long a text is. Screen readers are told only when it gets too long, not at each character. */
export function LengthCount({ length: { length, limit, noun } }: { length: TextLength }) {
  const excess = length - limit;
  return (
    <>
      <span className={excess > 0 ? `number ${styles.tooLong}` : "number"}>
        {formatNumber(length)} of {formatNumber(limit)} {noun}
      </span>
      <span role="status" className={styles.tooLong}>
        {excess > 0 ? `: ${formatNumber(excess)} too many` : ""}
      </span>
    </>
  );
}
