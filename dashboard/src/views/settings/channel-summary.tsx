import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.tsx";
import { countOf } from "../../text/numbers.ts";
import { channelsQuery } from "./brand-query.ts";
import { channelNames } from "./channel-names.ts";

/** The state of a brand's channels in a few words. It is read once in five minutes, because a list has many brands. */
export function ChannelSummary({ brandId }: { brandId: string }) {
  const { data, error } = useQuery({
    ...channelsQuery(brandId),
    staleTime: 300_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  if (data === undefined) return <span className="soft">{error === null ? "Loading …" : "Not known"}</span>;
  const broken = data.filter(({ status }) => status === "error");
  const connected = data.filter(({ channel, status }) => status === "connected" && channel !== "feed");
  return (
    <div className="row">
      <span>
        {connected.length === 0
          ? "Public feed only"
          : `Feed and ${countOf(connected.length, "channel")}: ${connected.map(({ channel }) => channelNames[channel]).join(", ")}`}
      </span>
      {broken.map(({ channel }) => (
        <Link key={channel} to="/app/brands/$brandId" params={{ brandId }} search={{ tab: "channels" }}>
          <Badge tone="bad">{channelNames[channel]} does not work</Badge>
        </Link>
      ))}
    </div>
  );
}
