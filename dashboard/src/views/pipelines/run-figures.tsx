import { useQuery } from "@tanstack/react-query";
import { getRunAnalytics, type ModelUsage, type RunAnalytics } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { formatMoney, formatNumber, formatPercent } from "../../text/numbers.ts";

/** What the model of a run has used. */
export function RunUsage({ usage: { inputTokens, outputTokens, costUsd } }: { usage: ModelUsage }) {
  return (
    <dl className="facts">
      <dt>Read by the model</dt>
      <dd>{formatNumber(inputTokens)} tokens</dd>
      <dt>Written by the model</dt>
      <dd>{formatNumber(outputTokens)} tokens</dd>
      <dt>Cost</dt>
      <dd>
        {costUsd === null
          ? "not known: the pipeline's generator names no prices"
          : `${new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3 }).format(costUsd)} USD`}
      </dd>
    </dl>
  );
}

/** What the posts of a run have brought. */
export function RunFigures({ runId, zone }: { runId: string; zone: string | undefined }) {
  const query = useQuery({
    queryKey: ["run-analytics", runId],
    queryFn: ({ signal }) => dataOf(getRunAnalytics({ id: runId }, { signal })),
    refetchInterval: 60_000,
  });
  return <QueryView query={query}>{(analytics) => <Figures analytics={analytics} zone={zone} />}</QueryView>;
}

function Figures({ analytics, zone }: { analytics: RunAnalytics; zone: string | undefined }) {
  const { status, posts, reach, engagementRate, clicks, estimatedRoi, currency, availableAt, updatedAt } =
    analytics;
  return (
    <>
      <p>
        {states[status]}
        {status !== "ready" && availableAt !== null ? (
          <>
            {" "}
            They will be final <Time at={availableAt} zone={zone} relative />.
          </>
        ) : null}
      </p>
      <dl className="facts">
        <dt>Published posts</dt>
        <dd>{formatNumber(posts)}</dd>
        <dt>Reach</dt>
        <dd>{formatNumber(reach)}</dd>
        <dt>Engagement rate</dt>
        <dd>{formatPercent(engagementRate)}</dd>
        <dt>Clicks</dt>
        <dd>{formatNumber(clicks)}</dd>
        <dt>Estimated value of the clicks</dt>
        <dd>{formatMoney(estimatedRoi, currency)}</dd>
        <dt>Last measured</dt>
        <dd>
          <Time at={updatedAt} zone={zone} />
        </dd>
      </dl>
    </>
  );
}

const states: Record<RunAnalytics["status"], string> = {
  pending: "Nothing has been measured yet. Each post is measured 24 and 48 hours after its publication.",
  partial: "Some posts wait for their last measurement, 48 hours after their publication.",
  ready: "The figures are final. “Not known” means that no channel reports the figure.",
};
