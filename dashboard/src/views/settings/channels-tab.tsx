import { useQuery } from "@tanstack/react-query";
import type { Brand } from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { listRefreshMs } from "../../api/query-client.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { ChannelPanel } from "./channel-panel.tsx";

/** Where a brand's posts can go, and whether that works. */
export function ChannelsTab({ brand }: { brand: Brand }) {
  const query = useQuery({ ...channelsQuery(brand.id), refetchInterval: listRefreshMs });
  return (
    <>
      <p className="soft">
        A pipeline or a post can name a channel once it is connected. Credentials are stored encrypted and
        never shown again. They are checked once a day.
      </p>
      <QueryView query={query}>
        {(channels) => channels.map((one) => <ChannelPanel key={one.channel} brand={brand} channel={one} />)}
      </QueryView>
    </>
  );
}
