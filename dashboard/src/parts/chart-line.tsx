import styles from "./chart.module.css";
import { type Figure, linePath, placesOf, scaleEnd } from "./chart-scale.ts";

interface LineProps {
  /** The figures from left to right, evenly apart. A missing one is a gap. */
  figures: readonly Figure[];
}

interface ChartLineProps extends LineProps {
  /** Figures to compare them with, drawn as a dashed line. */
  compared?: readonly Figure[];
  /** What the two lines show; only where there are both. */
  legend?: { figures: string; compared: string };
  /** A short label for each figure; or two, for the first and the last. */
  labels: readonly string[];
  format: (figure: number) => string;
}

/** The picture of a line chart, from 0 to a round number. Put it into a `Chart`, which says in words what it shows. */
export function ChartLine({ figures, compared = [], legend, labels, format }: ChartLineProps) {
  const end = scaleEnd([...figures, ...compared]);
  return (
    <>
      {legend === undefined ? null : (
        <div className={styles.legend}>
          <LegendLine className={styles.line} />
          <span>{legend.figures}</span>
          <LegendLine className={styles.comparedLine} />
          <span>{legend.compared}</span>
        </div>
      )}
      <div className={styles.plot}>
        <div className={styles.scale}>
          {[end, end / 2, 0].map((figure) => (
            <span key={figure}>{format(figure)}</span>
          ))}
        </div>
        <Line figures={figures} compared={compared} end={end} className={styles.lines} />
        <div className={labels.length < figures.length ? styles.ends : styles.labels}>
          {labels.map((label, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- A label has no identity but its place.
            <span key={index}>{label}</span>
          ))}
        </div>
      </div>
      {figures.includes(null) ? <p className="soft small">A gap in the line: not known.</p> : null}
    </>
  );
}

/** A small line without a scale. It decorates figures that stand beside it as text. */
export function Sparkline({ figures }: LineProps) {
  return <Line figures={figures} end={scaleEnd(figures)} className={styles.sparkline} />;
}

function LegendLine({ className }: { className: string | undefined }) {
  return (
    <svg className={styles.barPicture} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={className} d="M0 50 H100" />
    </svg>
  );
}

function Line({
  figures,
  compared = [],
  end,
  className,
}: LineProps & { compared?: readonly Figure[]; end: number; className: string | undefined }) {
  const places = placesOf(figures, end);
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {[0, 50, 100].map((y) => (
        <path key={y} className={styles.grid} d={`M0 ${y} H100`} />
      ))}
      <path className={styles.comparedLine} d={linePath(placesOf(compared, end))} />
      <path className={styles.line} d={linePath(places)} />
      {places.map((place, index) =>
        // The line's round end is the point: a circle would be as distorted as the picture is.
        // oxlint-disable-next-line react/no-array-index-key -- A point has no identity but its place.
        place === null ? null : (
          <path key={index} className={styles.point} d={`M${place.x} ${place.y} h0.001`} />
        ),
      )}
    </svg>
  );
}
