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

/** The maximum duration of a request. API Gateway allows 29 s, but many clients stop waiting after 10 s. */
export const requestSecondsMax = 10;

/** One endpoint. API Gateway, the bundle, the IAM role, validation, authorization and the tests derive from it. */
export interface Route {
  /** The file name of its handler: functions/api/<operationId>.ts. */
  operationId: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: `/${string}`;
  /** The lowest role that a key needs. Public routes take no key. */
  access: "public" | "read" | "write" | "admin";
  /** The table actions of the handler. The actions of authentication are added to them. */
  tableActions: readonly TableAction[];
  /** Whether the handler encrypts secrets with the service's KMS key. */
  sealsSecrets?: true;
  /** The id prefix of the resource that `{id}` in the path names. */
  id?: IdPrefix;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Whether a request without a body is treated like one with an empty object. */
  bodyOptional?: true;
  success:
    | { status: 200 | 201 | 202; body: z.ZodMiniType }
    | { status: 204 }
    | { status: 200 | 302; document: true };
  /** The date from which it is deprecated, YYYY-MM-DD. Sent in the Deprecation header. */
  deprecatedSince?: string;
}
