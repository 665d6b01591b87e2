import type { Trend, TrendSource } from "../../../../client/api.ts";
import { Chart } from "../../parts/chart.tsx";
import { ChartBars } from "../../parts/chart-bars.tsx";
import { ChartLine } from "../../parts/chart-line.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { formatTime } from "../../text/time.ts";
import { comparisonInWords } from "./explanation.ts";
import { itemCurve } from "./item-curve.ts";

/** The observed mentions of each source, against the expected ones. */
export function SourceChart({ sources }: { sources: readonly TrendSource[] }) {
  if (sources.length === 0) return null;
  const title = "Mentions by source";
  const summary = sources.map(
    ({ source, observed, expected }) =>
      `${source}: ${formatNumber(observed)} observed, ${formatNumber(expected)} expected`,
  );
  return (
    <Chart
      title={title}
      summary={`${title}. ${summary.join("; ")}.`}
      table={
        <DataTable caption={title} rows={sources} keyOf={({ source }) => source} columns={sourceColumns} />
      }
    >
      <ChartBars
        legend={{ figure: "Observed", compared: "Expected" }}
        format={formatNumber}
        rows={sources.map(({ source, observed, expected }) => ({
          key: source,
          label: <UserText>{source}</UserText>,
          figure: observed,
          compared: expected,
        }))}
      />
    </Chart>
  );
}

/** The growing number of a trend's newest items, as a line. */
export function ItemChart({ trend, zone }: { trend: Trend; zone: string | undefined }) {
  const curve = itemCurve(trend.items, Date.parse(trend.updatedAt));
  const [first] = curve;
  const last = curve.at(-1);
  if (first === undefined || last === undefined) return null;
  const timeOf = (atMs: number) => formatTime(new Date(atMs).toISOString(), zone);
  const title = "Its newest items, as they appeared";
  return (
    <Chart
      title={title}
      summary={`${title}: ${countOf(last.items, "item")} from ${timeOf(first.atMs)} to ${timeOf(last.atMs)}.`}
      table={
        <DataTable
          caption={title}
          rows={curve}
          keyOf={({ atMs }) => String(atMs)}
          columns={[
            { header: "Until", cell: ({ atMs }) => timeOf(atMs) },
            { header: "Items", number: true, cell: ({ items }) => formatNumber(items) },
          ]}
        />
      }
    >
      <ChartLine
        figures={curve.map(({ items }) => items)}
        labels={[timeOf(first.atMs), timeOf(last.atMs)]}
        format={formatNumber}
      />
    </Chart>
  );
}

const sourceColumns: readonly Column<TrendSource>[] = [
  { header: "Source", cell: ({ source }) => <UserText>{source}</UserText> },
  { header: "Observed", number: true, cell: ({ observed }) => formatNumber(observed) },
  { header: "Expected", number: true, cell: ({ expected }) => formatNumber(expected) },
  { header: "In words", cell: comparisonInWords },
];
