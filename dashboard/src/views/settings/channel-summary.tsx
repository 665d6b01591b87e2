import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listConnections } from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { dataOf } from "../../api/client.ts";
import { channelNames } from "../../content/channels.ts";
import { Badge } from "../../parts/badge.tsx";
import { countOf } from "../../text/numbers.ts";

/** The newest connections of the organization: most organizations have no more of them. */
const connectionsQuery = queryOptions({
  queryKey: ["connections", "newest"],
  queryFn: ({ signal }) => dataOf(listConnections({ limit: 100 }, { signal })),
  refetchInterval: 60_000,
});

/** The state of a brand's channels in a few words. */
export function ChannelSummary({ brandId }: { brandId: string }) {
  const all = useQuery(connectionsQuery);
  const ofAll = all.data?.nextCursor === null ? all.data.data : undefined;
  // An organization with more connections reads those of each brand, at most once in five minutes.
  const own = useQuery({
    ...channelsQuery(brandId),
    enabled: all.data !== undefined && ofAll === undefined,
    staleTime: 300_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const channels = ofAll?.filter((one) => one.brandId === brandId) ?? own.data;
  if (channels === undefined)
    return <span className="soft">{(all.error ?? own.error) === null ? "Loading …" : "Not known"}</span>;
  const namesOf = (status: string) =>
    channels.filter((one) => one.status === status && one.channel !== "feed").map(({ channel }) => channel);
  const connected = namesOf("connected");
  return (
    <div className="row">
      <span>
        {connected.length === 0
          ? "Feed only"
          : `Feed and ${countOf(connected.length, "channel")}: ${connected.map((one) => channelNames[one]).join(", ")}`}
      </span>
      {namesOf("error").map((channel) => (
        <Link key={channel} to="/app/brands/$brandId" params={{ brandId }} search={{ tab: "channels" }}>
          <Badge tone="bad">{channelNames[channel]} does not work</Badge>
        </Link>
      ))}
    </div>
  );
}
