import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { listTrends, type Trend } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { BrandName } from "../../content/brand-name.tsx";
import { StatusFilter, statusIn } from "../../content/status-filter.tsx";
import { StatusBadge } from "../../content/statuses.tsx";
import { Sparkline } from "../../parts/chart-line.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber } from "../../text/numbers.ts";
import { evenCurve } from "./trend-curve.ts";
import { trendStatuses } from "./trend-statuses.ts";
import styles from "./trends.module.css";

/** `/app/trends`: what the sources of the brands report more often than usual. */
export function TrendList() {
  const search = useSearch({ from: "/app/trends" });
  const { brandId } = search;
  const status = statusIn(trendStatuses, search.status);
  const navigate = useNavigate();
  const filters = given({ brandId, status: status === undefined ? undefined : [status] });
  const trends = useInfiniteQuery(
    pagesQuery(["trends", filters], (page, signal) =>
      dataOf(listTrends({ ...filters, ...page }, { signal })),
    ),
  );
  const show = (next: { brandId: string | undefined; status: string | undefined }) =>
    navigate({ to: "/app/trends", search: given(next), replace: true });
  return (
    <Page
      title="Trends"
      lead="Topics that the sources of a brand's pipelines report more often than usual. A run finds them."
    >
      <div className="row">
        <BrandFilter brandId={brandId} onChange={(next) => void show({ brandId: next, status })} />
        <StatusFilter
          of={trendStatuses}
          status={status}
          onChange={(next) => void show({ brandId, status: next })}
        />
      </div>
      <QueryView query={trends}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <Empty>
              {brandId === undefined && status === undefined
                ? "No topic rises yet. Trends need pipelines with at least two sources that have run a few times."
                : "No trend of this kind. Choose another brand or status."}
            </Empty>
          ) : (
            <ul className="list panel">
              {rows.map((trend) => (
                <TrendRow key={trend.id} trend={trend} />
              ))}
            </ul>
          );
        }}
      </QueryView>
      <MoreButton query={trends} />
    </Page>
  );
}

function TrendRow({ trend }: { trend: Trend }) {
  const { id, brandId, title, score, status, firstSeenAt, lastSeenAt, sources, terms } = trend;
  const zone = useBrand(brandId)?.timezone;
  const curve = evenCurve(trend.curve);
  return (
    <li className={styles.trend}>
      <div className="stack stack-tight">
        <div className="row">
          <Link to="/app/trends/$trendId" params={{ trendId: id }}>
            <UserText>{title}</UserText>
          </Link>
          <StatusBadge of={trendStatuses} status={status} />
        </div>
        <div>
          Score {formatNumber(score)}: {formatNumber(terms.observed)} mentions observed,{" "}
          {formatNumber(terms.expected)} expected
        </div>
        <div className="soft small">
          <BrandName brandId={brandId} /> · first seen <Time at={firstSeenAt} zone={zone} relative />, last
          seen <Time at={lastSeenAt} zone={zone} relative /> · <UserText>{sources.join(", ")}</UserText>
        </div>
      </div>
      {curve.length === 0 ? null : <Sparkline figures={curve.map(({ observed }) => observed)} />}
    </li>
  );
}
