import type { TrendItem } from "../../../../client/api.ts";
import { Empty } from "../../parts/notices.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink } from "../../parts/web-link.tsx";

/** The newest items on a topic, with links to those that have an http or https address. */
export function TrendItems({ items, zone }: { items: readonly TrendItem[]; zone: string | undefined }) {
  if (items.length === 0) return <Empty>The sources no longer name an item of this topic.</Empty>;
  return (
    <ul className="list">
      {items.map((item) => (
        <li key={item.url}>
          <WebLink url={item.url}>{item.title}</WebLink>
          <div className="soft small">
            <UserText>{item.source}</UserText> ·{" "}
            {item.publishedAt === null ? "date not known" : <Time at={item.publishedAt} zone={zone} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
