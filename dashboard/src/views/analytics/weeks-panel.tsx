import { useQueries } from "@tanstack/react-query";
import type { Brand, WeeklyAnalytics } from "../../../../client/api.ts";
import { Chart } from "../../parts/chart.tsx";
import { ChartLine } from "../../parts/chart-line.tsx";
import { summaryOf } from "../../parts/chart-scale.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { ErrorNotice, Loading } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./analytics.module.css";
import { metrics } from "./figures.ts";
import { digestQuery } from "./queries.ts";
import { weekAt, weekInWords, weeksBackTo } from "./week-steps.ts";

const weeksShown = 8;

/** The figures of the weeks up to the chosen one, as lines. */
export function WeeksPanel({ brand, week }: { brand: Brand; week: string }) {
  const first = weekAt(Date.parse(brand.createdAt), brand.timezone);
  const weeks = weeksBackTo(first, week, weeksShown).toReversed();
  const digests = useQueries({ queries: weeks.map((one) => digestQuery(brand.id, one)) });
  const failed = digests.find(({ error }) => error !== null);
  const known = digests.map(({ data }) => data);
  return (
    <Panel title="Week by week">
      <ErrorNotice error={failed?.error} onRetry={() => void failed?.refetch()} />
      {digests.some(({ isPending }) => isPending) ? (
        // As high as the charts, so that nothing below them moves.
        <Loading lines={16} />
      ) : (
        <div className={styles.charts}>
          {metrics.map((metric) => (
            <WeeklyChart key={metric.name} metric={metric} weeks={weeks} digests={known} />
          ))}
        </div>
      )}
    </Panel>
  );
}

interface WeeklyChartProps {
  metric: (typeof metrics)[number];
  weeks: readonly string[];
  /** The digest of each week, if there is one. */
  digests: readonly (WeeklyAnalytics | null | undefined)[];
}

function WeeklyChart({ metric: { name, of, format }, weeks, digests }: WeeklyChartProps) {
  const rows = weeks.map((week, index) => {
    const digest = digests[index] ?? null;
    return { week, figure: digest === null ? null : of(digest) };
  });
  const figures = rows.map(({ figure }) => figure);
  const title = `${name} per week`;
  return (
    <Chart
      title={title}
      summary={summaryOf(
        title,
        rows.map(({ week, figure }) => ({ label: shortWeek(week), figure })),
        format,
      )}
      table={
        <DataTable
          caption={title}
          rows={rows}
          keyOf={({ week }) => week}
          columns={[
            { header: "Week", cell: ({ week }) => weekInWords(week) },
            { header: name, number: true, cell: ({ figure }) => format(figure) },
          ]}
        />
      }
    >
      <ChartLine figures={figures} labels={weeks.map((week) => week.slice(5))} format={format} />
    </Chart>
  );
}

const shortWeek = (week: string) => `week ${Number(week.slice(6))}`;
