import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Fragment } from "react";
import { getTrend, type Trend } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { StatusBadge } from "../../content/statuses.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { explanationOf } from "./explanation.ts";
import { CurveChart, SourceChart } from "./trend-charts.tsx";
import { TrendItems } from "./trend-items.tsx";
import { TrendPosts } from "./trend-posts.tsx";
import { trendStatuses } from "./trend-statuses.ts";

/** `/app/trends/:id`: why a topic is a trend, and the posts about it. */
export function TrendPage() {
  const { trendId } = useParams({ from: "/app/trends/$trendId" });
  const trend = useQuery({
    queryKey: ["trend", trendId],
    queryFn: ({ signal }) => dataOf(getTrend({ id: trendId }, { signal })),
  });
  const title = trend.data?.title ?? "Trend";
  return (
    <Page title={title} lead={<Link to="/app/trends">All trends</Link>}>
      <QueryView query={trend}>{(data) => <TrendDetails trend={data} />}</QueryView>
    </Page>
  );
}

function TrendDetails({ trend }: { trend: Trend }) {
  const { brandId, status, firstSeenAt, lastSeenAt, updatedAt } = trend;
  const brand = useBrand(brandId);
  const zone = brand?.timezone;
  return (
    <>
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge of={trendStatuses} status={status} />
        </dd>
        <dt>Brand</dt>
        <dd>
          <Link to="/app/brands/$brandId" params={{ brandId }}>
            <BrandName brandId={brandId} />
          </Link>
        </dd>
        <dt>First seen</dt>
        <dd>
          <Time at={firstSeenAt} zone={zone} />
        </dd>
        <dt>Last seen</dt>
        <dd>
          <Time at={lastSeenAt} zone={zone} />
        </dd>
        <dt>Sources</dt>
        <dd>
          <UserText>{trend.sources.join(", ")}</UserText>
        </dd>
        <dt>As of</dt>
        <dd>
          <Time at={updatedAt} zone={zone} />
        </dd>
      </dl>
      <Panel title="Why it is a trend">
        <dl className="facts">
          {explanationOf(trend, brand?.settings.trendThreshold).map(({ term, sentence }) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{sentence}</dd>
            </Fragment>
          ))}
        </dl>
        <CurveChart trend={trend} zone={zone} />
        <SourceChart sources={trend.terms.sources} />
      </Panel>
      <Panel title="Items">
        <TrendItems items={trend.items} zone={zone} />
      </Panel>
      <TrendPosts trend={trend} zone={zone} />
    </>
  );
}
