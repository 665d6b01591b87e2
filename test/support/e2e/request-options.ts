import type { RequestOpts } from "@oazapfts/runtime";
import type { Client } from "../client/http-client.ts";

/**
 * Returns options that make the generated client send its requests with an API key, through a client that trusts the
 * service's certificate.
 */
export function requestOptions(client: Client, key: string): RequestOpts {
  return {
    baseUrl: "",
    headers: { Authorization: `Bearer ${key}` },
    fetch: async (input, { method = "GET", headers, body } = {}) => {
      const target = input instanceof Request ? input.url : String(input);
      const result = await client.call(method, target, {
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === "string" && { rawBody: body }),
      });
      const { status, text } = result;
      const responseHeaders = Object.entries(result.headers).map(
        ([name, value]) => [name, String(value)] as const,
      );
      return new Response(text === "" ? null : text, {
        status,
        headers: Object.fromEntries(responseHeaders),
      });
    },
  };
}
