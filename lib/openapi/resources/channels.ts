import type * as z from "zod/mini";
import type { channelRoutes } from "../../../functions/contract/routes/channels.ts";
import type * as connections from "../../../functions/contract/schemas/connection.ts";
import { channelNames } from "../../../functions/domain/channel.ts";
import { limitsOf } from "../../../functions/domain/channel-limits.ts";
import { storedConnectionStatuses } from "../../../functions/domain/connection.ts";
import { notFound } from "../../../functions/domain/errors.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import {
  type ErrorExample,
  errorBody,
  invalidExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";

type BrandChannel = z.output<typeof connections.brandChannel>;

/** The endpoint of the examples' connection. */
export const exampleChannelUrl = "https://flows.example.com/in/acme";

const feed: BrandChannel = {
  channel: "feed",
  status: "connected",
  account: null,
  limits: { text: 500, unit: "graphemes", images: 4 },
  checkedAt: null,
  error: null,
};

const exampleChannel: BrandChannel = {
  channel: "webhook",
  status: "connected",
  account: { id: "flows.example.com", name: "flows.example.com", url: "https://flows.example.com/" },
  limits: { text: 10_000, unit: "code_points", images: 4 },
  checkedAt: exampleTimes.made,
  error: null,
};

/** The list of a brand that has connected one channel. */
const exampleChannels = channelNames.map((channel): BrandChannel => {
  if (channel === "feed") return feed;
  if (channel === exampleChannel.channel) return exampleChannel;
  const { text, unit, images } = limitsOf(channel);
  const limits = { text, unit, images };
  return { channel, status: "not_connected", account: null, limits, checkedAt: null, error: null };
});

const notConnected: ErrorExample = {
  name: "notConnected",
  status: 404,
  summary: "The brand has not connected the channel.",
  body: errorBody(notFound("connection")),
};

const unknownChannel: ErrorExample = {
  name: "unknownChannel",
  status: 404,
  summary: "There is no channel with this name.",
  body: errorBody(notFound("channel")),
  request: { path: { channel: "telegraph" } },
};

export const channelOperations: Tagged<Record<keyof typeof channelRoutes, OperationText>> = {
  tag: "Channels",
  description:
    "A brand publishes on channels. The channel `feed` is its own public feed and always connected. The brand connects every other channel with credentials, which are checked once a day.",
  operations: {
    listChannels: {
      summary: "List the channels of a brand",
      description:
        "Returns all channels that exist, as a bare array, and whether the brand has connected them.",
      success: { text: "The channels.", example: exampleChannels },
    },
    connectChannel: {
      summary: "Connect a channel",
      description:
        "Verifies the credentials against the platform and stores them encrypted. They replace the credentials before them. The channel `webhook` sends a signed POST of type `channel.check` to your endpoint, which must return 2xx.",
      body: { url: exampleChannelUrl, secret: "whsec_9d1f6a30c2b84e7795ab41e0" },
      success: { text: "The connected channel.", example: exampleChannel },
      errors: [
        invalidExample({ body: { url: "http://flows.example.com/in/acme", secret: "" } }, [
          { field: "url", reason: "must be an https URL" },
          { field: "secret", reason: "must be at least 1 character" },
        ]),
        unknownChannel,
        unprocessableExample(
          "rejected",
          "The platform rejects the credentials. The message has its reason.",
          "The endpoint rejected the check with status 410.",
          { body: { url: "https://flows.example.com/in/closed" } },
        ),
        unprocessableExample(
          "isFeed",
          "The feed is always connected.",
          "The channel feed belongs to the service and is always connected: it cannot be connected.",
          { path: { channel: "feed" } },
        ),
      ],
    },
    checkChannel: {
      summary: "Check the connection of a channel",
      description:
        "Verifies the stored credentials again. If the platform rejects them, the status becomes `error`, and the event `channel.disconnected` is sent.",
      success: { text: "The channel after the check.", example: exampleChannel },
      errors: [notConnected],
    },
    disconnectChannel: {
      summary: "Disconnect a channel",
      description:
        "Deletes the credentials. Scheduled posts on the channel fail at their time with `channel_not_connected`; retry them after you connect the channel again.",
      success: { text: "The channel is disconnected." },
      errors: [
        notConnected,
        unprocessableExample(
          "isFeed",
          "The feed is always connected.",
          "The channel feed belongs to the service and is always connected: it cannot be disconnected.",
          { path: { channel: "feed" } },
        ),
      ],
    },
    listConnections: {
      summary: "List connections",
      description:
        "Returns the channels that the brands of the organization have connected, in the order in which the brands were created. With `status=error`, those that need new credentials.",
      query: ["ConnectionStatus", ...createdQuery],
      success: {
        text: "A page of connections.",
        query: { status: "connected" },
        example: {
          data: [{ ...exampleChannel, brandId: exampleIds.brd, status: "connected" }],
          nextCursor: null,
        },
      },
      errors: [
        invalidExample({ query: { status: "lost" } }, [
          {
            field: "status",
            reason: `must be one or more of ${storedConnectionStatuses.join(", ")}, separated by commas`,
          },
        ]),
      ],
    },
  },
};
