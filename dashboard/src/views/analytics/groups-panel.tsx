import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  type AnalyticsGroup,
  type Brand,
  getBrandAnalytics,
  listOrganizationPipelines,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { readAll } from "../../api/pages.ts";
import { Chart } from "../../parts/chart.tsx";
import { ChartBars } from "../../parts/chart-bars.tsx";
import { summaryOf } from "../../parts/chart-scale.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { capitalized } from "../../text/capitalized.ts";
import { countOf, formatMoney, formatNumber, formatPercent } from "../../text/numbers.ts";
import { groupingNames, groupingOf, groupings, weekCountOf, weekCounts } from "./groupings.ts";
import { figuresRefreshMs } from "./queries.ts";

/** A chart with more bars is hard to read. The table has all groups. */
const barsMax = 15;

/** The posts of the last weeks by channel, pipeline, topic or hour. */
export function GroupsPanel({ brand }: { brand: Brand }) {
  const search = useSearch({ from: "/app/analytics" });
  const navigate = useNavigate();
  const by = groupingOf(search.by);
  const weeks = weekCountOf(search.weeks);
  const groups = useQuery({
    queryKey: ["brand-analytics", brand.id, by, weeks],
    queryFn: ({ signal }) => dataOf(getBrandAnalytics({ id: brand.id, by, weeks }, { signal })),
    refetchInterval: figuresRefreshMs,
  });
  return (
    <Panel title={`${groupings[by].tab} in the last ${countOf(weeks, "week")}`}>
      <div className="row row-apart no-print">
        <TabLinks label="Group the posts by">
          {groupingNames.map((name) => (
            <Link
              key={name}
              className="tab"
              to="/app/analytics"
              search={given({ ...search, by: name })}
              resetScroll={false}
              aria-current={name === by ? "page" : undefined}
            >
              {groupings[name].tab}
            </Link>
          ))}
        </TabLinks>
        <SelectField
          label="Period"
          value={String(weeks)}
          onChange={(event) =>
            void navigate({
              to: "/app/analytics",
              search: given({ ...search, weeks: event.target.value }),
              resetScroll: false,
            })
          }
        >
          {[...new Set([...weekCounts, weeks])].map((count) => (
            <option key={count} value={count}>
              Last {countOf(count, "week")}
            </option>
          ))}
        </SelectField>
      </div>
      <QueryView query={groups}>
        {(data) =>
          data.groups.length === 0 ? (
            <Empty>
              {data.posts === 0
                ? "No post was published in these weeks."
                : "None of the posts has a group of this kind."}
            </Empty>
          ) : (
            <>
              {data.isComplete ? null : (
                <Notice kind="warning">
                  These figures count only the newest 1,000 posts. The table shows only the best 200 groups.
                </Notice>
              )}
              <Groups groups={data.groups} by={data.by} brandId={brand.id} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

interface GroupsProps {
  groups: readonly AnalyticsGroup[];
  by: keyof typeof groupings;
  brandId: string;
}

function Groups({ groups, by, brandId }: GroupsProps) {
  const pipelines = useQuery({
    queryKey: ["pipelines", { brandId }, "names"],
    queryFn: () => readAll((page) => dataOf(listOrganizationPipelines({ brandId, ...page }))),
    enabled: by === "pipeline",
    staleTime: 60_000,
    refetchInterval: false,
  });
  const names = useMemo(() => new Map(pipelines.data?.map(({ id, name }) => [id, name])), [pipelines.data]);
  const rows = groups.map((group) => ({ ...group, name: nameOf(group.key, by, names) }));
  const bars = rows.slice(0, barsMax);
  const title =
    rows.length > bars.length ? `Reactions per post: the best ${bars.length}` : "Reactions per post";
  return (
    <Chart
      title={title}
      summary={summaryOf(
        title,
        bars.map(({ name, reactionsPerPost }) => ({ label: name, figure: reactionsPerPost })),
        formatNumber,
      )}
      table={
        <DataTable
          caption={`Figures by ${groupings[by].one.toLowerCase()}`}
          rows={rows}
          keyOf={({ key }) => String(key)}
          columns={[{ header: groupings[by].one, cell: nameCell }, ...columns]}
        />
      }
    >
      <ChartBars
        format={formatNumber}
        rows={bars.map(({ key, name, reactionsPerPost }) => ({
          key: String(key),
          label: <UserText>{name}</UserText>,
          figure: reactionsPerPost,
        }))}
      />
    </Chart>
  );
}

type Row = AnalyticsGroup & { name: string };

const nameCell = ({ name }: Row) => <UserText>{name}</UserText>;

const columns: readonly Column<Row>[] = [
  { header: "Posts", number: true, cell: ({ posts }) => formatNumber(posts) },
  { header: "Reactions per post", number: true, cell: (row) => formatNumber(row.reactionsPerPost) },
  { header: "Reach", number: true, cell: ({ reach }) => formatNumber(reach) },
  { header: "Engagement rate", number: true, cell: (row) => formatPercent(row.engagementRate) },
  { header: "Clicks", number: true, cell: ({ clicks }) => formatNumber(clicks) },
  {
    header: "Estimated ROI",
    number: true,
    cell: ({ estimatedRoi, currency }) => formatMoney(estimatedRoi, currency),
  },
];

function nameOf(key: string | null, by: GroupsProps["by"], pipelines: ReadonlyMap<string, string>): string {
  if (key === null) return "Posts of no pipeline";
  switch (by) {
    case "channel":
      return key;
    case "pipeline":
      return pipelines.get(key) ?? key;
    case "topic":
      return `#${key}`;
    case "hour":
      return capitalized(key);
  }
}
