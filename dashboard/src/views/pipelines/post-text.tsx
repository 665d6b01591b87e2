import type { PostContent } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink } from "../../parts/web-link.tsx";

/** What a post says: its text, link, hashtags and pictures. */
export function PostText({ content: { text, link, hashtags, media } }: { content: PostContent }) {
  return (
    <>
      <UserText block>{text}</UserText>
      {link === null ? null : (
        <div className="small">
          <WebLink url={link} />
        </div>
      )}
      {hashtags.length === 0 ? null : (
        <div className="small">
          <UserText>{hashtags.map((hashtag) => `#${hashtag}`).join(" ")}</UserText>
        </div>
      )}
      {media.map(({ url, alt }) => (
        <div key={url} className="small">
          Picture: <UserText>{alt}</UserText>
        </div>
      ))}
    </>
  );
}
