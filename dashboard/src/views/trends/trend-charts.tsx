import type { Trend, TrendSource } from "../../../../client/api.ts";
import { Chart } from "../../parts/chart.tsx";
import { ChartBars } from "../../parts/chart-bars.tsx";
import { ChartLine } from "../../parts/chart-line.tsx";
import { summaryOf } from "../../parts/chart-scale.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber } from "../../text/numbers.ts";
import { formatTime } from "../../text/time.ts";
import { comparisonInWords } from "./explanation.ts";
import { evenCurve } from "./trend-curve.ts";

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

/** The mentions of a trend's topic in each six hours, against the expected ones. */
export function CurveChart({ trend, zone }: { trend: Trend; zone: string | undefined }) {
  const curve = evenCurve(trend.curve);
  const [first] = curve;
  const last = curve.at(-1);
  if (first === undefined || last === undefined) return null;
  const timeOf = (atMs: number) => formatTime(new Date(atMs).toISOString(), zone);
  const title = "Mentions in each six hours";
  const legend = { figures: "Observed", compared: "Expected" };
  const counted = curve.map(({ fromMs, observed }) => ({ label: timeOf(fromMs), figure: observed }));
  return (
    <Chart
      title={title}
      summary={summaryOf(title, counted, formatNumber)}
      table={
        <DataTable
          caption={title}
          rows={curve}
          keyOf={({ fromMs }) => String(fromMs)}
          columns={[
            { header: "From", cell: ({ fromMs }) => timeOf(fromMs) },
            { header: legend.figures, number: true, cell: ({ observed }) => formatFigure(observed) },
            { header: legend.compared, number: true, cell: ({ expected }) => formatFigure(expected) },
          ]}
        />
      }
    >
      <ChartLine
        figures={curve.map(({ observed }) => observed)}
        compared={curve.map(({ expected }) => expected)}
        legend={legend}
        labels={[...new Set([first, last])].map(({ fromMs }) => timeOf(fromMs))}
        format={formatNumber}
      />
    </Chart>
  );
}

const formatFigure = (figure: number | null) => (figure === null ? "not known" : formatNumber(figure));

const sourceColumns: readonly Column<TrendSource>[] = [
  { header: "Source", cell: ({ source }) => <UserText>{source}</UserText> },
  { header: "Observed", number: true, cell: ({ observed }) => formatNumber(observed) },
  { header: "Expected", number: true, cell: ({ expected }) => formatNumber(expected) },
  { header: "In words", cell: comparisonInWords },
];
