import { useQuery } from "@tanstack/react-query";
import type { PostAnalytics } from "../../../../client/api.ts";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { formatMoney, formatNumber, formatPercent } from "../../text/numbers.ts";
import { postAnalyticsQuery } from "./post-queries.ts";

/** What a published post has reached. */
export function PostResults({ postId, zone }: { postId: string; zone: string | undefined }) {
  const query = useQuery(postAnalyticsQuery(postId));
  return (
    <Panel title="Results">
      <QueryView query={query}>{(analytics) => <Figures analytics={analytics} zone={zone} />}</QueryView>
    </Panel>
  );
}

function Figures({ analytics, zone }: { analytics: PostAnalytics; zone: string | undefined }) {
  const { status, reach, engagementRate, clicks, estimatedRoi, currency, availableAt, updatedAt } = analytics;
  return (
    <>
      <dl className="facts">
        <dt>Reach</dt>
        <dd>{formatNumber(reach)}</dd>
        <dt>Engagement rate</dt>
        <dd>{formatPercent(engagementRate)}</dd>
        <dt>Clicks</dt>
        <dd>{formatNumber(clicks)}</dd>
        <dt>Estimated value</dt>
        <dd>{formatMoney(estimatedRoi, currency)}</dd>
        {updatedAt === null ? null : (
          <>
            <dt>Measured</dt>
            <dd>
              <Time at={updatedAt} zone={zone} />
            </dd>
          </>
        )}
      </dl>
      <p className="small soft">
        {status === "ready" ? (
          "The figures are final."
        ) : (
          <>
            {status === "pending" ? "Not measured yet. " : "Measured once. "}
            The figures are final <Time at={availableAt} zone={zone} />.
          </>
        )}
      </p>
    </>
  );
}
