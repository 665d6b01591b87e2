import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BestOfWeek, Brand, WeeklyAnalytics } from "../../../../client/api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useNow } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { capitalized } from "../../text/capitalized.ts";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { comparisonOf } from "./figures.ts";
import { digestQuery, figuresRefreshMs } from "./queries.ts";
import { readinessOf } from "./readiness.ts";
import { weekInWords } from "./week-steps.ts";

/** The digest of a week: its figures beside those of the week before, and what did best. */
export function WeekPanel({ brand, week }: { brand: Brand; week: string }) {
  const digest = useQuery({
    ...digestQuery(brand.id, week),
    refetchInterval: ({ state }) => (state.data?.status === "ready" ? false : figuresRefreshMs),
  });
  return (
    <Panel title={weekInWords(week)}>
      <QueryView query={digest}>
        {(data) =>
          data === null ? (
            <Empty>
              There is no digest of this week. Digests begin with the week in which the brand was made.
            </Empty>
          ) : (
            <Digest digest={data} zone={brand.timezone} />
          )
        }
      </QueryView>
    </Panel>
  );
}

type Comparison = ReturnType<typeof comparisonOf>[number];

const columns: readonly Column<Comparison>[] = [
  { header: "Figure", cell: ({ name }) => name },
  { header: "This week", number: true, cell: ({ now }) => now },
  { header: "Week before", number: true, cell: ({ before }) => before },
  { header: "Change", number: true, cell: ({ change }) => change },
];

function Digest({ digest, zone }: { digest: WeeklyAnalytics; zone: string }) {
  const nowMs = useNow();
  const readiness = readinessOf(digest, nowMs, zone);
  if (digest.status === "pending") return <Notice>{readiness}</Notice>;
  return (
    <>
      <p className="soft">{readiness}</p>
      <DataTable
        caption={`Figures of ${weekInWords(digest.week)}`}
        columns={columns}
        rows={comparisonOf(digest, digest.previous)}
        keyOf={({ name }) => name}
      />
      <Best best={digest.best} />
    </>
  );
}

function Best({ best: { post, topic, hour } }: { best: BestOfWeek }) {
  return (
    <dl className="facts">
      <dt>Best post</dt>
      <dd>
        {post === null ? (
          "not known"
        ) : (
          <Link to="/app/posts/$postId" params={{ postId: post.postId }}>
            The post with {countOf(post.reactions, "reaction")}
          </Link>
        )}
      </dd>
      <dt>Best topic</dt>
      <dd>
        {topic === null ? (
          "not known"
        ) : (
          <>
            <UserText>{`#${topic.topic}`}</UserText>: {meanOf(topic)}
          </>
        )}
      </dd>
      <dt>Best hour</dt>
      <dd>{hour === null ? "not known" : `${capitalized(hour.weekday)} ${hour.time}: ${meanOf(hour)}`}</dd>
    </dl>
  );
}

const meanOf = ({ posts, reactions }: { posts: number; reactions: number }) =>
  `${formatNumber(reactions)} reactions per post, from ${countOf(posts, "post")}`;
