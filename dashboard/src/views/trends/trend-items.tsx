import type { TrendItem } from "../../../../client/api.ts";
import { Empty } from "../../parts/notices.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";

/** The newest items on a topic, with links to those that have a safe address. */
export function TrendItems({ items, zone }: { items: readonly TrendItem[]; zone: string | undefined }) {
  if (items.length === 0) return <Empty>The sources no longer name an item of this topic.</Empty>;
  return (
    <ul className="list">
      {items.map((item) => (
        <li key={item.url}>
          {item.url.startsWith("https://") ? (
            <a href={item.url} rel="noreferrer" target="_blank">
              <UserText>{item.title}</UserText>
            </a>
          ) : (
            <UserText>{item.title}</UserText>
          )}
          <div className="soft small">
            <UserText>{item.source}</UserText> ·{" "}
            {item.publishedAt === null ? "date not known" : <Time at={item.publishedAt} zone={zone} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
