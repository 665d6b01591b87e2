import type { RequestOpts } from "@oazapfts/runtime";
import type { Client } from "../client/http-client.ts";

/** Has the generated client call a service through one of ours, which trusts the service's certificate, with a key. */
export function caller(client: Client, key: string): RequestOpts {
  return {
    baseUrl: "",
    headers: { Authorization: `Bearer ${key}` },
    fetch: async (input, { method = "GET", headers, body } = {}) => {
      const target = input instanceof Request ? input.url : String(input);
      const answer = await client.call(method, target, {
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === "string" && { rawBody: body }),
      });
      const { status, text } = answer;
      const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return new Response(text === "" ? null : text, { status, headers: Object.fromEntries(answered) });
    },
  };
}
