import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Post } from "../../../../client/api.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { channelName } from "../../content/channels.ts";
import { ErrorNotice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { isOutcomeUnknown } from "../posts/failure-advice.ts";
import { disabledWebhooks, lostConnections } from "./queries.ts";

/** The problems that only a person can solve. It shows nothing if there are none. */
export function NeedsAPerson({ failed }: { failed: readonly Post[] }) {
  const webhooks = useQuery(disabledWebhooks);
  const connections = useQuery(lostConnections);
  const unresolved = failed.filter(isOutcomeUnknown);
  const tasks: { key: string; task: ReactNode }[] = [
    ...unresolved.map((post) => ({
      key: post.id,
      task: (
        <>
          Nobody knows whether a post for {channelName(post.channel)} was published.{" "}
          <Link to="/app/posts/$postId" params={{ postId: post.id }}>
            Look, and say what happened
          </Link>
        </>
      ),
    })),
    ...(connections.data ?? []).map(({ brandId, channel, error }) => ({
      key: `${brandId} ${channel}`,
      task: (
        <>
          <BrandName brandId={brandId} /> cannot publish on {channelName(channel)}
          {error === null ? (
            ". "
          ) : (
            <>
              : <UserText>{error.message}</UserText>{" "}
            </>
          )}
          <Link to="/app/brands/$brandId" params={{ brandId }} search={{ tab: "channels" }}>
            Connect it again
          </Link>
        </>
      ),
    })),
    ...(webhooks.data ?? []).map((webhook) => ({
      key: webhook.id,
      task: (
        <>
          <UserText>{webhook.url}</UserText> is disabled and gets no events.{" "}
          <Link to="/app/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
            See why
          </Link>
        </>
      ),
    })),
  ];
  if (tasks.length === 0) return <ErrorNotice error={webhooks.error ?? connections.error} />;
  return (
    <Panel title="Needs a person">
      <ul className="list">
        {tasks.map(({ key, task }) => (
          <li key={key}>{task}</li>
        ))}
      </ul>
    </Panel>
  );
}
