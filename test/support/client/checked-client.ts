import { documentFaults, requestFaults } from "../openapi/document-faults.ts";
import { type Client, openHttpClient } from "./http-client.ts";

/**
 * Opens a client for tests. A call rejects when its response contradicts the OpenAPI document, or when the document
 * does not allow the body of a request that succeeded.
 */
export function openClient(...options: Parameters<typeof openHttpClient>): Client {
  const client = openHttpClient(...options);
  return {
    ...client,
    call: async (method, path, callOptions) => {
      const response = await client.call(method, path, callOptions);
      const sent = callOptions?.rawBody ?? JSON.stringify(callOptions?.body);
      const faults = [
        ...documentFaults(method, path, response),
        ...requestFaults(method, path, response, sent),
      ];
      if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.join("\n")}`);
      return response;
    },
  };
}
