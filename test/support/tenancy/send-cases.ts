import { pathOf } from "../api/valid-requests.ts";
import type { CallOptions, Client, HttpResponse } from "../client/http-client.ts";
import type { CaseResult } from "./expected-responses.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { requestPartsOf } from "./request-parts.ts";
import type { TenancyCase } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

/** Makes a call. Returns a response with status 0 and the error as its text when the call rejects. */
export function callOrFailure(client: Client, ...request: Parameters<Client["call"]>): Promise<HttpResponse> {
  return client.call(...request).catch((error: unknown) => {
    return { status: 0, headers: {}, text: String(error), json: null };
  });
}

/**
 * Sends the request of every case. Returns the cases with their responses. The requests of one operation follow each other, so
 * that its function needs one thread: to start one takes as long as fifty requests.
 */
export function sendCases(
  client: Client,
  tenancyCases: readonly TenancyCase[],
  ownTenant: Tenant,
): Promise<CaseResult[]> {
  const send = async (tenancyCase: TenancyCase) => {
    const { path, options } = requestOf(tenancyCase, ownTenant);
    const method = tenancyCase.method ?? tenancyCase.route.method;
    return { tenancyCase, response: await callOrFailure(client, method, path, options) };
  };
  return mapConcurrently(tenancyCases, send, ({ operation }) => operation);
}

function requestOf(tenancyCase: TenancyCase, ownTenant: Tenant): { path: string; options: CallOptions } {
  const { route, caller, shape } = tenancyCase;
  const { segment, search, body } = requestPartsOf(tenancyCase, ownTenant);
  const sent = shape === "malformed" ? { rawBody: "{" } : { body };
  return {
    // A raw `#` would end the path: here it is a part of the id.
    path: `${pathOf(route, ownTenant, segment?.replaceAll("#", "%23"))}?${search.toString()}`,
    options: { headers: caller.headers, ...(body && sent) },
  };
}
