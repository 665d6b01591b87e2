import type { PostContent } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";

/** What a post says: its text, link, hashtags and pictures. */
export function PostText({ content: { text, link, hashtags, media } }: { content: PostContent }) {
  return (
    <>
      <UserText block>{text}</UserText>
      {link === null ? null : (
        <div className="small">
          <WebLink address={link} />
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

/** An address from outside: a link only if it is one of the web. */
export function WebLink({ address }: { address: string }) {
  const protocol = URL.parse(address)?.protocol;
  const text = <UserText>{address}</UserText>;
  if (protocol !== "https:" && protocol !== "http:") return text;
  return (
    <a href={address} rel="noreferrer" target="_blank">
      {text}
    </a>
  );
}
