import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Post } from "../../../../client/api.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { channelName } from "../../content/channels.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink } from "../../parts/web-link.tsx";
import { failureAdvice } from "./failure-advice.ts";

/** The status of a post, its times, and its address on the channel. */
export function PostState({ post, zone }: { post: Post; zone: string | undefined }) {
  return (
    <Panel title="State">
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge of={postStatuses} status={post.status} />
        </dd>
        <dt>Brand</dt>
        <dd>
          <Link to="/app/brands/$brandId" params={{ brandId: post.brandId }}>
            <BrandName brandId={post.brandId} />
          </Link>
        </dd>
        <dt>Channel</dt>
        <dd>{channelName(post.channel)}</dd>
        <dt>Planned for</dt>
        <dd>{post.scheduledAt === null ? "no time" : <TimeAndUtc at={post.scheduledAt} zone={zone} />}</dd>
        {post.publishedAt === null ? null : (
          <>
            <dt>Published</dt>
            <dd>
              <TimeAndUtc at={post.publishedAt} zone={zone} />
            </dd>
          </>
        )}
        {post.externalUrl === null ? null : (
          <>
            <dt>On the channel</dt>
            <dd>
              <WebLink url={post.externalUrl} />
            </dd>
          </>
        )}
        <dt>Created</dt>
        <dd>
          <Time at={post.createdAt} zone={zone} />
        </dd>
        <dt>Last changed</dt>
        <dd>
          <Time at={post.updatedAt} zone={zone} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{post.id}</code>
        </dd>
      </dl>
    </Panel>
  );
}

function TimeAndUtc({ at, zone }: { at: string; zone: string | undefined }) {
  return (
    <>
      <Time at={at} zone={zone} />
      <div className="small soft">
        <Time at={at} zone="UTC" />
      </div>
    </>
  );
}

/** Why a post is not published, and what happens or must happen next. */
export function PostProblem({ post, zone }: { post: Post; zone: string | undefined }): ReactNode {
  const { failure, nextAttempt } = post;
  if (failure !== null)
    return (
      <Notice kind="bad">
        <p>
          <strong>Not published:</strong> <UserText>{failure.message}</UserText> <code>{failure.code}</code>
        </p>
        <p>{failureAdvice(failure.code)}</p>
        {failure.code === "channel_not_connected" ? (
          <Link to="/app/brands/$brandId" params={{ brandId: post.brandId }} search={{ tab: "channels" }}>
            See the channels of the brand
          </Link>
        ) : null}
      </Notice>
    );
  if (nextAttempt === null) return null;
  return (
    <Notice kind="warning">
      <strong>Not published yet:</strong> <UserText>{nextAttempt.reason.message}</UserText>{" "}
      <code>{nextAttempt.reason.code}</code>. The next attempt is made <Time at={nextAttempt.at} relative /> (
      <Time at={nextAttempt.at} zone={zone} />
      ). You need not do anything.
    </Notice>
  );
}
