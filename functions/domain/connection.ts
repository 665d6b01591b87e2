import type { ChannelName, ConnectableChannel } from "./channel.ts";
import type { ChannelLimits } from "./channel-limits.ts";
import { type DomainError, unprocessable } from "./errors.ts";
import { eventMessage } from "./event-message.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage } from "./message.ts";
import { dayMs, isoTime } from "./time.ts";

/** The statuses of a connection that exists. */
export const storedConnectionStatuses = ["connected", "error"] as const;
export type StoredConnectionStatus = (typeof storedConnectionStatuses)[number];

/** The statuses of a channel, as clients see it. */
export const connectionStatuses = [...storedConnectionStatuses, "not_connected"] as const;

/** The account of a platform that a brand's posts go to. Everybody in the organization may see it. */
export interface ChannelAccount {
  id: string;
  name: string;
  url: string | null;
}

/** What a platform says about credentials. */
export type Verification =
  | { outcome: "verified"; account: ChannelAccount; limits: ChannelLimits }
  /** The platform does not accept the credentials, so nothing can be published with them. */
  | { outcome: "rejected"; reason: string }
  /** The platform gave no clear response. The credentials may be valid. */
  | { outcome: "unavailable"; reason: string };

export interface ConnectionRef {
  organizationId: string;
  brandId: string;
  channel: ConnectableChannel;
}

/** A channel that a brand has connected. Its credentials are stored sealed and never returned. */
export interface Connection extends ConnectionRef {
  status: StoredConnectionStatus;
  account: ChannelAccount;
  limits: ChannelLimits;
  sealedCredentials: string;
  checkedAt: string;
  /** What the last check found; null if it verified the credentials. */
  error: { code: string; message: string } | null;
  /** When the next check is due. A message of another check is stale. */
  nextCheckAt: string;
  /** Counts the writes. Every write is conditional on it. */
  version: number;
  /** The id of the execution that changed the connection last. */
  changedBy?: string;
}

/** A channel of a brand as clients see it. */
export interface ChannelView {
  channel: ChannelName;
  status: (typeof connectionStatuses)[number];
  account: ChannelAccount | null;
  limits: ChannelLimits;
  checkedAt: string | null;
  error: { code: string; message: string } | null;
}

/** A connection is checked once a day, and whenever somebody asks for it. */
const checkIntervalMs = dayMs;

/** Returns the connection of a channel whose credentials were verified. */
export function openConnection(
  { organizationId, brandId, channel }: ConnectionRef,
  { account, limits }: Extract<Verification, { outcome: "verified" }>,
  sealedCredentials: string,
  nowMs: number,
): Connection {
  return {
    organizationId,
    brandId,
    channel,
    status: "connected",
    account,
    limits,
    sealedCredentials,
    checkedAt: isoTime(nowMs),
    error: null,
    nextCheckAt: isoTime(nowMs + checkIntervalMs),
    version: 1,
  };
}

/**
 * Returns a connection after a check, with the event of its loss. If the platform gave no clear response, the status
 * stays. So a connection is lost only when the platform says so, and one loss is one event.
 */
export function checkedConnection(
  connection: Connection,
  verification: Verification,
  newId: NewId,
  nowMs: number,
): { connection: Connection; messages: OutgoingMessage[] } {
  const checked = {
    ...connection,
    checkedAt: isoTime(nowMs),
    nextCheckAt: isoTime(nowMs + checkIntervalMs),
  };
  switch (verification.outcome) {
    case "verified": {
      const { account, limits } = verification;
      return {
        connection: { ...checked, status: "connected", account, limits, error: null },
        messages: [],
      };
    }
    case "unavailable": {
      // The reason of a loss stays until the platform says something else.
      const error =
        connection.status === "error"
          ? connection.error
          : { code: "channel_unavailable", message: verification.reason };
      return { connection: { ...checked, error }, messages: [] };
    }
    case "rejected": {
      const error = { code: "credentials_invalid", message: verification.reason };
      const messages = connection.status === "error" ? [] : [lossMessage(checked, error, newId, nowMs)];
      return { connection: { ...checked, status: "error", error }, messages };
    }
  }
}

function lossMessage(
  { organizationId, brandId, channel }: ConnectionRef,
  reason: { code: string; message: string },
  newId: NewId,
  nowMs: number,
): OutgoingMessage {
  const data = { brandId, channel, reason, disconnectedAt: isoTime(nowMs) };
  return eventMessage(newId("evt"), "channel.disconnected", organizationId, data, nowMs);
}

/** The message of the check that a connection waits for. */
export function checkMessage({
  organizationId,
  brandId,
  channel,
  nextCheckAt: at,
}: Connection): OutgoingMessage {
  return {
    queue: "channel-checks",
    body: { kind: "channel.check", organizationId, brandId, channel, at },
    notBeforeMs: Date.parse(at),
    group: organizationId,
  };
}

/**
 * Returns a channel of a brand as clients see it.
 * @param limits the channel's own limits; those of a connection may differ
 */
export function channelView(
  channel: ChannelName,
  limits: ChannelLimits,
  connection: Connection | null,
): ChannelView {
  const none = { channel, limits, account: null, checkedAt: null, error: null };
  if (channel === "feed") return { ...none, status: "connected" };
  if (connection === null) return { ...none, status: "not_connected" };
  const { status, account, checkedAt, error } = connection;
  return { channel, status, account, limits: connection.limits, checkedAt, error };
}

/** The error for a pipeline or a post that names a channel which its brand has not connected. */
export function notConnected(channel: ConnectableChannel): DomainError {
  return unprocessable(
    `The brand has not connected the channel ${channel}: connect it by PUT /v1/brands/{id}/channels/${channel}.`,
  );
}

/** @throws unprocessable for a channel that is always connected, and so cannot be connected or disconnected */
export function assertConnectable(
  channel: ChannelName,
  participle: "connected" | "disconnected",
): asserts channel is ConnectableChannel {
  if (channel !== "feed") return;
  throw unprocessable(
    `The channel feed belongs to the service and is always connected: it cannot be ${participle}.`,
  );
}
