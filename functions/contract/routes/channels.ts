import type { Route } from "../route.ts";
import {
  brandChannel,
  brandChannels,
  channelCredentials,
  credentialsByChannel,
} from "../schemas/connection.ts";

export const channelRoutes = {
  listChannels: {
    operationId: "list-channels",
    method: "GET",
    path: "/v1/brands/{id}/channels",
    access: "read",
    tableActions: ["GetItem", "Query"],
    id: "brd",
    success: { status: 200, body: brandChannels },
  },
  connectChannel: {
    operationId: "connect-channel",
    method: "PUT",
    path: "/v1/brands/{id}/channels/{channel}",
    access: "write",
    tableActions: ["GetItem", "PutItem", "ConditionCheckItem"],
    sealsSecrets: true,
    id: "brd",
    body: channelCredentials,
    bodyByChannel: credentialsByChannel,
    success: { status: 200, body: brandChannel },
  },
  checkChannel: {
    operationId: "check-channel",
    method: "POST",
    path: "/v1/brands/{id}/channels/{channel}/check",
    access: "write",
    tableActions: ["GetItem", "PutItem"],
    sealsSecrets: true,
    id: "brd",
    success: { status: 200, body: brandChannel },
  },
  disconnectChannel: {
    operationId: "disconnect-channel",
    method: "DELETE",
    path: "/v1/brands/{id}/channels/{channel}",
    access: "write",
    tableActions: ["GetItem", "DeleteItem", "PutItem"],
    id: "brd",
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;
