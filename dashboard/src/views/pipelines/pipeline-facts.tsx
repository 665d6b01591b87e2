import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Generator, Pipeline, Run } from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { channelName } from "../../content/channels.ts";
import { connectionStatuses, pipelineStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { WebLink } from "../../parts/web-link.tsx";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { generatorTypes } from "./generator-draft.ts";
import { sourceHealth } from "./source-health.ts";
import { sourceDetail, sourceTypes } from "./source-types.ts";

/** What a pipeline looks for and where it posts. */
export function PipelineFacts({ pipeline, zone }: { pipeline: Pipeline; zone: string | undefined }) {
  const { id, brandId, status, topics, postsPerRun, channels, generator, createdAt, updatedAt } = pipeline;
  const posts = postsPerRun * channels.length;
  return (
    <dl className="facts">
      <dt>Brand</dt>
      <dd>
        <Link to="/app/brands/$brandId" params={{ brandId }}>
          <BrandName brandId={brandId} />
        </Link>
      </dd>
      <dt>Status</dt>
      <dd>
        <StatusBadge of={pipelineStatuses} status={status} />
      </dd>
      <dt>Topics</dt>
      <dd>{topics.length === 0 ? "None: every story matches" : <UserText>{topics.join(", ")}</UserText>}</dd>
      <dt>Posts per run</dt>
      <dd>
        At most {formatNumber(postsPerRun)} for each channel, so {countOf(posts, "post")} in all
      </dd>
      <dt>Generator</dt>
      <dd>
        <GeneratorWords generator={generator} />
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{id}</code>
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} zone={zone} />
      </dd>
      <dt>Last changed</dt>
      <dd>
        <Time at={updatedAt} zone={zone} />
      </dd>
    </dl>
  );
}

function GeneratorWords({ generator }: { generator: Generator }) {
  const { words } = generatorTypes[generator.type];
  if (generator.type === "template") return words;
  const price = generator.pricePerMillionTokens;
  return (
    <>
      {words}
      {generator.type === "bedrock" ? (
        <>
          : <UserText>{generator.model}</UserText>
          {generator.guardrail === undefined
            ? ", without a guardrail"
            : `, with the guardrail ${generator.guardrail.id} (${generator.guardrail.version})`}
        </>
      ) : null}
      {price === undefined
        ? ", without prices"
        : `, ${formatNumber(price.input)} USD to read and ${formatNumber(price.output)} USD to write a million tokens`}
    </>
  );
}

/** The sources of a pipeline, with what its last run says about them. */
export function PipelineSources({ pipeline, lastRun }: { pipeline: Pipeline; lastRun: Run | undefined }) {
  return (
    <ul className="list">
      {pipeline.sources.map((source, index) => {
        const detail = sourceDetail(source);
        const health = sourceHealth(source, pipeline, lastRun);
        return (
          <li key={`${index} ${source.type}`} className="stack stack-tight">
            <div className="row">
              <span>{sourceTypes[source.type].words}</span>
              {health.state === "read" ? <Badge tone="good">Read by the last run</Badge> : null}
              {health.state === "problem" ? <Badge tone="bad">Problem in the last run</Badge> : null}
              {health.state === "unknown" ? (
                <span className="soft small">Not known yet: no run has read it</span>
              ) : null}
            </div>
            {source.type === "feed" ? <WebLink url={source.url} /> : null}
            {source.type === "feed" || detail === null ? null : <UserText>{detail}</UserText>}
            {health.state === "problem" ? (
              <div className="field-error">
                <UserText>{health.text}</UserText>
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The channels of a pipeline, with their connections. */
export function PipelineChannels({ pipeline: { brandId, channels } }: { pipeline: Pipeline }) {
  const { data: connections } = useQuery(channelsQuery(brandId));
  return (
    <ul className="list">
      {channels.map((channel) => {
        const connection = connections?.find((one) => one.channel === channel);
        return (
          <li key={channel} className="row">
            <span>{channelName(channel)}</span>
            {connection === undefined ? null : (
              <>
                <StatusBadge of={connectionStatuses} status={connection.status} />
                {connection.account === null ? null : <UserText>{connection.account.name}</UserText>}
                {connection.error === null ? null : (
                  <span className="field-error">
                    <UserText>{connection.error.message}</UserText>
                  </span>
                )}
                {connection.status === "connected" ? null : (
                  <Link to="/app/brands/$brandId" params={{ brandId }} search={{ tab: "channels" }}>
                    Connect it
                  </Link>
                )}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
