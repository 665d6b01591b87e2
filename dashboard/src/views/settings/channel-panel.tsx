import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  type Brand,
  type BrandChannel,
  type BrandChannelList,
  type ChannelLimits,
  checkChannel,
  disconnectChannel,
} from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { dataOf } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { channelNames } from "../../content/channels.ts";
import { connectionStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { formatNumber } from "../../text/numbers.ts";
import { ConnectForm } from "./channel-form.tsx";
import { isConnectable } from "./channel-forms.ts";

/** A channel of a brand: its state, its account, and what can be done with it. */
export function ChannelPanel({ brand, channel: row }: { brand: Brand; channel: BrandChannel }) {
  const { channel, status, account, limits, checkedAt, error } = row;
  const mayWrite = useMay("write");
  const [isConnecting, setIsConnecting] = useState(false);
  const connectButton = useRef<HTMLButtonElement>(null);
  const name = channelNames[channel];
  const closeForm = () => {
    setIsConnecting(false);
    connectButton.current?.focus();
  };
  const show = (changed: BrandChannel) => {
    queryClient.setQueryData<BrandChannelList>(channelsQuery(brand.id).queryKey, (rows) =>
      rows?.map((one) => (one.channel === channel ? changed : one)),
    );
    void queryClient.invalidateQueries({ queryKey: ["connections"] });
  };
  return (
    <Panel title={name} actions={<StatusBadge of={connectionStatuses} status={status} />}>
      {isConnectable(channel) ? null : (
        <p className="soft small">
          The brand&apos;s own feed. It belongs to the service, so it is always connected.
        </p>
      )}
      <dl className="facts">
        {account === null ? null : (
          <>
            <dt>Account</dt>
            <dd>
              <Account name={account.name} url={account.url} />
            </dd>
          </>
        )}
        <dt>A post has</dt>
        <dd>{limitsInWords(limits)}</dd>
        {checkedAt === null ? null : (
          <>
            <dt>Last checked</dt>
            <dd>
              <Time at={checkedAt} zone={brand.timezone} relative />
            </dd>
          </>
        )}
      </dl>
      {error === null ? null : (
        <Notice kind={status === "error" ? "bad" : "warning"}>
          <UserText>{error.message}</UserText>
          {status === "error"
            ? " Posts on this channel fail until it is connected again."
            : " The channel counts as connected, because the platform gave no clear answer."}
        </Notice>
      )}
      {mayWrite && isConnectable(channel) ? (
        <>
          <Actions brandId={brand.id} channel={row} onChecked={show}>
            <Button
              ref={connectButton}
              look={status === "connected" ? "normal" : "primary"}
              aria-expanded={isConnecting}
              onClick={() => setIsConnecting(true)}
            >
              {status === "not_connected" ? `Connect ${name}` : `Connect ${name} again`}
            </Button>
          </Actions>
          {isConnecting ? (
            <ConnectForm
              brandId={brand.id}
              channel={channel}
              isReplacing={status !== "not_connected"}
              onConnected={(connected) => {
                show(connected);
                closeForm();
                showToast(`${name} is connected.`);
              }}
              onClose={closeForm}
            />
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}

function Account({ name, url }: { name: string; url: string | null }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <UserText>{name}</UserText>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <UserText>{name}</UserText>
    </a>
  );
}

const units: Record<ChannelLimits["unit"], string> = {
  graphemes: "characters",
  code_points: "characters",
  utf16_units: "characters (most emoji count as two)",
  weighted: "characters (a link counts a fixed length)",
};

function limitsInWords({ text, unit, images }: ChannelLimits): string {
  return `at most ${formatNumber(text)} ${units[unit]} and ${images === 0 ? "no image" : `${images} images`}`;
}

interface ActionsProps {
  brandId: string;
  channel: BrandChannel;
  onChecked: (channel: BrandChannel) => void;
  children: ReactNode;
}

/** Connect, check and disconnect. */
function Actions({ brandId, channel: { channel, status }, onChecked, children }: ActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const name = channelNames[channel];
  const check = useMutation({
    mutationFn: () => dataOf(checkChannel({ id: brandId, channel, idempotencyKey: crypto.randomUUID() })),
    onSuccess: (checked) => {
      onChecked(checked);
      showToast(checked.error === null ? `${name} works.` : `${name} was checked: see what was found.`);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => dataOf(disconnectChannel({ id: brandId, channel })),
    onSuccess: () => {
      setIsAsking(false);
      showToast(`${name} is disconnected.`);
      void queryClient.invalidateQueries({ queryKey: ["connections"] });
      return queryClient.invalidateQueries({ queryKey: channelsQuery(brandId).queryKey });
    },
  });
  return (
    <>
      <div className="row">
        {children}
        {status === "not_connected" ? null : (
          <>
            <Button aria-label={`Check now: ${name}`} busy={check.isPending} onClick={() => check.mutate()}>
              {check.isPending ? "Checking …" : "Check now"}
            </Button>
            <Button aria-label={`Disconnect ${name}`} look="danger" onClick={() => setIsAsking(true)}>
              Disconnect
            </Button>
          </>
        )}
      </div>
      <ErrorNotice error={check.error} />
      {isAsking ? (
        <Confirm
          title={`Disconnect ${name}?`}
          action={`Disconnect ${name}`}
          busy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => disconnect.mutate()}
          onClose={() => setIsAsking(false)}
        >
          The credentials are deleted. Posts that are scheduled for {name} fail at their time, and pipelines
          that name it stay as they are. To connect again, you need the credentials again.
        </Confirm>
      ) : null}
    </>
  );
}
