import type { ReactNode } from "react";
import styles from "./chart.module.css";

interface ChartProps {
  title: string;
  /** What the chart shows, in words: screen readers read it in place of the picture. */
  summary: string;
  /** The picture. */
  children: ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
}

/** A chart with its title and the table of its figures, which is always printed. */
export function Chart({ title, summary, children, table }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div role="img" aria-label={summary}>
        {children}
      </div>
      <details className={styles.figures}>
        <summary>
          Show as table<span className="visually-hidden">: {title}</span>
        </summary>
        {table}
      </details>
    </figure>
  );
}
