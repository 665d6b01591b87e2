import type { CallOptions, Client, HttpResponse } from "../client/http-client.ts";
import type { Fixtures } from "./fixtures.ts";
import { bodyOf, caseOf, keyFor, pathOf } from "./valid-requests.ts";

/** Sends a route's valid request with the given differences. */
export function sendValidRequest(
  client: Client,
  name: string,
  fixtures: Fixtures,
  { id, query, ...options }: CallOptions & { id?: string; query?: string } = {},
): Promise<HttpResponse> {
  const { route, query: validQuery } = caseOf(name);
  const body = bodyOf(name, fixtures);
  const search = query ?? new URLSearchParams(validQuery?.(fixtures.ids)).toString();
  const path = `${pathOf(route, fixtures, id)}${search && `?${search}`}`;
  const valid = { key: keyFor(route, fixtures), ...(body !== undefined && { body }) };
  return client.call(route.method, path, { ...valid, ...options });
}
