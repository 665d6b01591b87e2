import type { ReactNode } from "react";
import styles from "./chart.module.css";
import { barPercent, type Figure, scaleEnd } from "./chart-scale.ts";

interface ChartBarsProps {
  rows: readonly {
    key: string;
    label: ReactNode;
    /** The figure; null where it is not known. */
    figure: Figure;
    /** A second figure to compare it with, drawn as an outline. */
    compared?: Figure;
  }[];
  /** What filled and outlined bars show; only where there are both. */
  legend?: { figure: string; compared: string };
  format: (figure: Figure) => string;
}

/** The picture of horizontal bars from 0, all by one scale. Put it into a `Chart`, which says in words what it shows. */
export function ChartBars({ rows, legend, format }: ChartBarsProps) {
  const end = scaleEnd(rows.flatMap(({ figure, compared = null }) => [figure, compared]));
  return (
    <div className={styles.bars}>
      {legend === undefined ? null : (
        <div className={styles.legend}>
          <Bar figure={1} end={1} className={styles.filled} />
          <span>{legend.figure}</span>
          <Bar figure={1} end={1} className={styles.outlined} />
          <span>{legend.compared}</span>
        </div>
      )}
      {rows.map(({ key, label, figure, compared }) => (
        <div key={key} className={styles.bar}>
          <span className={styles.barLabel}>{label}</span>
          <span>
            <Bar figure={figure} end={end} className={styles.filled} />
            {compared === undefined ? null : <Bar figure={compared} end={end} className={styles.outlined} />}
          </span>
          <span className={figure === null ? "soft small" : "number small"}>
            {format(figure)}
            {compared === undefined ? null : <span className="soft"> / {format(compared)}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

function Bar({ figure, end, className }: { figure: Figure; end: number; className: string | undefined }) {
  const percent = barPercent(figure, end);
  return (
    <svg className={styles.barPicture} aria-hidden="true">
      {percent === null ? null : <rect className={className} x="1" y="1" width={`${percent}%`} height="8" />}
    </svg>
  );
}
