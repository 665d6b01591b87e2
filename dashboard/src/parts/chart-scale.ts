/** A figure of a chart: null where it is not known. Missing is never 0. */
export type Figure = number | null;

/** The steps of a decade at which a scale may end. */
const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** Where a scale that begins at 0 ends: a round number that is not below the greatest figure. 1 if there is none above 0. */
export function scaleEnd(figures: readonly Figure[]): number {
  const greatest = Math.max(0, ...figures.filter(isKnown));
  if (greatest === 0) return 1;
  // A decade below 1e-300 would be 0 for the least numbers of a double.
  const decade = 10 ** Math.max(-300, Math.floor(Math.log10(greatest)));
  const step = steps.find((one) => one * decade >= greatest) ?? 10;
  // Floating-point products are not exact: 3 × 0.1 is more than 0.3.
  return Number((step * decade).toPrecision(12));
}

/** A place in a chart, in percent of its width and of its height, from its upper left corner. */
interface Place {
  x: number;
  y: number;
}

/** The places of figures that are evenly apart: each is in the middle of its share of the width. Null where none is known. */
export function placesOf(figures: readonly Figure[], end: number): (Place | null)[] {
  return figures.map((figure, index) =>
    figure === null
      ? null
      : { x: rounded(((index + 0.5) / figures.length) * 100), y: rounded(100 - (figure / end) * 100) },
  );
}

/** The path of a line through places. It has a gap where a place is not known. */
export function linePath(places: readonly (Place | null)[]): string {
  return places
    .map((place, index) => {
      if (place === null) return "";
      const isConnected = index > 0 && places[index - 1] !== null;
      return `${isConnected ? "L" : "M"}${place.x} ${place.y}`;
    })
    .filter(Boolean)
    .join(" ");
}

/** The share of a bar in its row, in percent: null if the figure is not known. */
export function barPercent(figure: Figure, end: number): number | null {
  return figure === null ? null : rounded(Math.min(100, Math.max(0, (figure / end) * 100)));
}

interface LabelledFigure {
  label: string;
  figure: Figure;
}

/** Says what a chart shows, for those who do not see it. */
export function summaryOf(
  title: string,
  figures: readonly LabelledFigure[],
  format: (figure: number) => string,
): string {
  const known = figures.flatMap(({ label, figure }) => (figure === null ? [] : [{ label, figure }]));
  const [first] = known;
  if (first === undefined) return `${title}: no figure is known.`;
  const inWords = ({ label, figure }: { label: string; figure: number }) => `${format(figure)} (${label})`;
  const highest = known.reduce((most, one) => (one.figure > most.figure ? one : most), first);
  const lowest = known.reduce((least, one) => (one.figure < least.figure ? one : least), first);
  const missing = figures.filter(({ figure }) => figure === null).map(({ label }) => label);
  const range =
    known.length === 1 ? inWords(first) : `lowest ${inWords(lowest)}, highest ${inWords(highest)}`;
  return `${title}: ${range}.${missing.length === 0 ? "" : ` Not known: ${missing.join(", ")}.`}`;
}

function isKnown(figure: Figure): figure is number {
  return figure !== null;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
