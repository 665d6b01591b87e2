import type * as z from "zod/mini";
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

/** API Gateway gives up after 29 s; a request that takes ten is lost to its client anyway. */
export const requestSecondsMax = 10;

/** One endpoint. API Gateway, the bundle, the role, validation, authorization and the tests all derive from it. */
export interface Route {
  /** Names the file: functions/api/<operationId>.ts. */
  operationId: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: `/${string}`;
  /** The least role a key needs; public routes take no key. */
  access: "public" | "read" | "write" | "admin";
  /** What the handler does to the table; authentication's own write comes on top. */
  tableActions: readonly TableAction[];
  /** Whether it seals secrets under the service's key. */
  sealsSecrets?: true;
  /** What `{id}` of the path names. */
  id?: IdPrefix;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Whether a request without a body stands for one with an empty object. */
  bodyOptional?: true;
  success:
    | { status: 200 | 201 | 202; body: z.ZodMiniType }
    | { status: 204 }
    | { status: 200 | 302; document: true };
  /** The day from which it is deprecated, YYYY-MM-DD; sent in the Deprecation header. */
  deprecatedSince?: string;
}
