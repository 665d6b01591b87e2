import type { PostContent as Content } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink } from "../../parts/web-link.tsx";
import styles from "./review.module.css";

/** What a post says and shows. */
export function PostContent({ content: { text, hashtags, link, media } }: { content: Content }) {
  return (
    <div className="stack stack-tight">
      <UserText block>{text}</UserText>
      {hashtags.length === 0 ? null : (
        <UserText>{hashtags.map((hashtag) => `#${hashtag}`).join(" ")}</UserText>
      )}
      {link === null ? null : <WebLink url={link} />}
      {media.map(({ url, alt }) =>
        url.startsWith("https://") ? (
          <img
            key={url}
            className={styles.picture}
            src={url}
            alt={alt}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        ) : (
          <span key={url} className="soft">
            Picture: <UserText>{alt}</UserText>
          </span>
        ),
      )}
    </div>
  );
}
