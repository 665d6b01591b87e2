import { type ReactNode, useMemo } from "react";
import { channelName } from "../../content/channels.ts";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink, webUrl } from "../../parts/web-link.tsx";
import { type ChannelRules, rulesOf } from "./channel-rules.ts";
import { publishedText } from "./count-length.ts";
import type { PostContent } from "./post-values.ts";
import styles from "./posts.module.css";

/** Shows a post roughly as its channel does, with the link, the hashtags and the pictures in their places. */
export function PostPreview({ content, channel }: { content: PostContent; channel: string }) {
  const rules = rulesOf(channel);
  const text = publishedText(content, channel);
  const { link, media } = content;
  return (
    <article className={styles.preview} aria-label={`Preview for ${channelName(channel)}`}>
      {text.trim() === "" ? (
        <p className="soft">There is no text yet.</p>
      ) : (
        <RichText text={text} rules={rules} />
      )}
      <Pictures media={media} />
      {link !== null && rules.link === "card" && media.length === 0 ? <LinkCard link={link} /> : null}
      <Fields content={content} rules={rules} />
    </article>
  );
}

const linkOrTag = /(https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]|(?<![\p{L}\p{N}_&])#[\p{L}\p{M}\p{N}_]+)/gu;

/** The text with its links and hashtags. */
function RichText({ text, rules }: { text: string; rules: ChannelRules }) {
  const parts = useMemo(() => {
    const found: ReactNode[] = [];
    let position = 0;
    // Every second part is a link or a hashtag.
    for (const [index, part] of text.split(linkOrTag).entries()) {
      found.push(index % 2 === 0 ? part : <Marked key={position} part={part} rules={rules} />);
      position += part.length;
    }
    return found;
  }, [text, rules]);
  return (
    <bdi className="user-text user-text-block" dir="auto">
      {parts}
    </bdi>
  );
}

function Marked({ part, rules }: { part: string; rules: ChannelRules }) {
  if (part.startsWith("http")) return <WebLink url={part} />;
  return rules.hashtags === "text" ? <mark>{part}</mark> : part;
}

function Pictures({ media }: { media: PostContent["media"] }) {
  if (media.length === 0) return null;
  return (
    <div className={styles.pictures}>
      {media.map(({ url, alt }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The pictures of a post can be the same.
        <figure key={index} className="stack stack-tight">
          {webUrl(url)?.protocol === "https:" ? (
            <img src={url} alt={alt} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
          ) : (
            // The page's security policy allows pictures by https only.
            <WebLink url={url} />
          )}
          <figcaption className="small soft">
            <UserText>{alt === "" ? "No description yet" : `Description: ${alt}`}</UserText>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function LinkCard({ link }: { link: string }) {
  const url = webUrl(link);
  if (url === null) return null;
  return (
    <a href={link} rel="noreferrer" target="_blank" className={styles.card}>
      <span className="small">{url.host}</span>
      <br />
      {link}
    </a>
  );
}

/** What the channel gets apart from the text. */
function Fields({ content: { link, hashtags }, rules }: { content: PostContent; rules: ChannelRules }) {
  const hasLink = rules.link === "field" && link !== null;
  const hasTags = rules.hashtags === "field" && hashtags.length > 0;
  if (!hasLink && !hasTags) return null;
  return (
    <dl className="facts small">
      {hasLink ? (
        <>
          <dt>Link</dt>
          <dd>
            <WebLink url={link} />
          </dd>
        </>
      ) : null}
      {hasTags ? (
        <>
          <dt>Tags</dt>
          <dd>
            <UserText>{hashtags.join(", ")}</UserText>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
