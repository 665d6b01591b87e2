import type * as z from "zod/mini";
import type { ChannelName } from "../domain/channel.ts";
import type { IdPrefix } from "../domain/ids.ts";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem"
  | "PartiQLInsert"
  | "PartiQLUpdate";

/** The maximum duration of a request. API Gateway allows 29 s, but many clients stop waiting after 10 s. */
export const requestSecondsMax = 10;

/**
 * How many requests API Gateway passes to one route, of all callers together: a token bucket.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export interface Throttle {
  requestsPerSecond: number;
  /** How many requests may come at once. */
  burst: number;
}

/**
 * The throttle of a route that has none of its own: its callers have keys with a rate limit. Fifty organizations can send
 * 1,200 requests a minute each to one route.
 */
export const defaultThrottle: Throttle = { requestsPerSecond: 1_000, burst: 2_000 };

/** One endpoint. API Gateway, the bundle, the IAM role, validation, authorization and the tests derive from it. */
export interface Route {
  /** The file name of its handler: functions/api/<operationId>.ts. */
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** May contain `{id}`, whose kind `id` names, and `{channel}`, the name of a channel. */
  path: `/${string}`;
  /** The lowest role that a key needs. Public routes take no key. */
  access: "public" | "read" | "write" | "admin";
  /** Which review links may call it too: all, or those that allow approvals. @default none */
  reviewers?: "all" | "approvers";
  /** Every public route needs one: no key limits its callers. @default defaultThrottle */
  throttle?: Throttle;
  /** Whether the handler needs the address of the viewer, or the one that the viewer requested: see `viewerOf`. */
  seesViewer?: true;
  /** Whether it needs the key itself: a request by the cookie of a session is forbidden. */
  needsKey?: true;
  /** Whether its success stores a cookie in the browser, or deletes it. */
  setsCookie?: true;
  /** The table actions of the handler. `authenticationActions` are added to them. */
  tableActions: readonly TableAction[];
  /** Whether the handler encrypts secrets with the service's KMS key. */
  sealsSecrets?: true;
  /** The id prefix of the resource that `{id}` in the path names. */
  id?: IdPrefix;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The schema of the body for each `{channel}`, where it depends on the channel. `body` is the union of these schemas. */
  bodyByChannel?: Readonly<Partial<Record<ChannelName, z.ZodMiniType>>>;
  /** Whether a request without a body is treated like one with an empty object. */
  bodyOptional?: true;
  success:
    | { status: 200 | 201 | 202; body: z.ZodMiniType }
    | { status: 204 }
    | { status: 200 | 302; document: true };
  /** The date from which it is deprecated, YYYY-MM-DD. Sent in the Deprecation header. */
  deprecatedSince?: string;
}

/** The table actions of every function that authenticates its caller: it reads a session, and counts the request of a key. */
export const authenticationActions = ["GetItem", "UpdateItem"] as const satisfies readonly TableAction[];

/** Whether a route returns a list. The operationId of a list begins with "list-". */
export function isList({ operationId }: Route): boolean {
  return operationId.startsWith("list-");
}
