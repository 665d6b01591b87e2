import { documentFaults, requestFaults } from "../openapi/document-faults.ts";
import { type Client, openClient as openUnchecked } from "./http-client.ts";

/** A client for tests: what the service answers, whatever the test is about, must be what the OpenAPI document says. */
export function openClient(...given: Parameters<typeof openUnchecked>): Client {
  const client = openUnchecked(...given);
  return {
    ...client,
    call: async (method, path, options) => {
      const answer = await client.call(method, path, options);
      const sent = options?.rawBody ?? JSON.stringify(options?.body);
      const faults = [...documentFaults(method, path, answer), ...requestFaults(method, path, answer, sent)];
      if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.join("\n")}`);
      return answer;
    },
  };
}
