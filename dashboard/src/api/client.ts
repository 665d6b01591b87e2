import { defaults } from "../../../client/api.ts";
import { ApiError, ConnectionError, type FieldError, isNotFound } from "./errors.ts";

defaults.baseUrl = "";
// The API accepts changes by cookie only with this header, which no other site can send.
defaults.headers = { "X-Requested-With": "dashboard" };
defaults.fetch = request;

/** Sends a request as `fetch` does. Throws a `ConnectionError` when there is no response in time. */
export async function request(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    return await fetch(input, { ...init, signal });
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    throw new ConnectionError(timeout.aborted);
  }
}

/** Longer than API Gateway lets a function work (29 s), so the API's own error comes first. */
const timeoutMs = 35_000;

/** A response as the generated client returns it. */
interface ClientResponse {
  status: number;
  data?: unknown;
  headers: Headers;
}

type Success = 200 | 201 | 202 | 204;

/** The body of the successful responses of an endpoint. */
type DataOf<Response> = Response extends { status: Success; data: infer Data }
  ? Data
  : Response extends { status: 204 }
    ? undefined
    : never;

/**
 * Returns the body of a successful response. Throws an `ApiError` for a response of 400 or more, and a `ConnectionError`
 * when there is no response.
 */
export async function dataOf<Response extends ClientResponse>(
  response: Promise<Response>,
): Promise<DataOf<Response>> {
  const result = await response;
  if (result.status >= 400) throw apiError(result);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The document says what a successful response contains.
  return result.data as DataOf<Response>;
}

/** Returns what `dataOf` returns, but null for a response of 404. */
export async function dataOrNull<Response extends ClientResponse>(
  response: Promise<Response>,
): Promise<DataOf<Response> | null> {
  try {
    return await dataOf(response);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function apiError({ status, data, headers }: ClientResponse): ApiError {
  const error = memberOf(data, "error");
  const code = memberOf(error, "code");
  const message = memberOf(error, "message");
  const fields = memberOf(error, "fields");
  const retryAfter = Number(headers.get("retry-after"));
  return new ApiError({
    status,
    code: typeof code === "string" ? code : "unknown",
    message: typeof message === "string" ? message : `The service responded with status ${status}.`,
    fields: Array.isArray(fields) ? fields.filter(isFieldError) : [],
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isFieldError(value: unknown): value is FieldError {
  return typeof memberOf(value, "field") === "string" && typeof memberOf(value, "reason") === "string";
}
