import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BrandChannel, Channel } from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { channelName } from "../../content/channels.ts";
import { CheckField } from "../../parts/field.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";

interface ChannelsFieldProps {
  brandId: string;
  channels: readonly Channel[];
  onChange: (channels: readonly Channel[]) => void;
  error: string | undefined;
}

/** The channels that a pipeline posts to: those that the brand has connected, and what one could connect. */
export function ChannelsField({ brandId, channels, onChange, error }: ChannelsFieldProps) {
  const query = useQuery(channelsQuery(brandId));
  const set = (channel: Channel, isChosen: boolean) =>
    onChange(isChosen ? [...channels, channel] : channels.filter((one) => one !== channel));
  const isOffered = ({ channel, status }: BrandChannel) =>
    status !== "not_connected" || channels.includes(channel);
  return (
    <fieldset
      className="stack stack-tight"
      aria-describedby={error === undefined ? undefined : "channels-error"}
    >
      <legend className="field-label">Channels</legend>
      <QueryView query={query}>
        {(all) => {
          const others = all.filter((one) => !isOffered(one)).map(({ channel }) => channelName(channel));
          return (
            <>
              {all
                .filter(isOffered)
                .toSorted((one, other) => rank[one.status] - rank[other.status])
                .map((one) => (
                  <CheckField
                    key={one.channel}
                    label={<ChannelLabel of={one} />}
                    checked={channels.includes(one.channel)}
                    onChange={({ target }) => set(one.channel, target.checked)}
                  />
                ))}
              {others.length === 0 ? null : (
                <p className="soft small">
                  Not connected: {others.join(", ")}.{" "}
                  <Link
                    to="/app/brands/$brandId"
                    params={{ brandId }}
                    search={{ tab: "channels" }}
                    target="_blank"
                  >
                    Connect a channel (in a new tab)
                  </Link>
                </p>
              )}
            </>
          );
        }}
      </QueryView>
      {error === undefined ? null : (
        <div className="field-error" id="channels-error">
          {error}
        </div>
      )}
    </fieldset>
  );
}

const rank = { connected: 0, error: 1, not_connected: 2 };

function ChannelLabel({ of: { channel, status, account } }: { of: BrandChannel }) {
  return (
    <>
      {channelName(channel)}
      {account === null ? null : (
        <>
          {" "}
          <span className="soft">
            <UserText>{account.name}</UserText>
          </span>
        </>
      )}
      {status === "connected" ? null : (
        <span className="field-error">
          {status === "error"
            ? " – does not work: connect it again"
            : " – not connected: connect it or leave it out"}
        </span>
      )}
    </>
  );
}
