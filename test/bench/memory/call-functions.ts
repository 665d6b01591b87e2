import { routes } from "../../../functions/contract/routes.ts";
import type { AccessKey } from "../../../lib/emulator/access-key.ts";
import type { Assembly } from "../../../lib/emulator/assembly.ts";
import { textAt } from "../../../lib/emulator/json.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { openHttpClient } from "../../support/client/http-client.ts";
import { invokeFunction } from "../../support/emulator/invoke-function.ts";

/** How a function of the template was called, and what came back. */
export interface Call {
  logicalId: string;
  how: string;
  outcome: string;
}

/**
 * Calls every function of the template once, one after another: those of the API by a request for their route, with an
 * admin key and ids that do not exist; the others by Lambda's Invoke with an event without records. Throws when a
 * function does not run.
 */
export async function callEveryFunction(
  assembly: Assembly,
  service: Pick<ServiceFile, "url" | "tls" | "keys">,
  lambda: { endpoint: string; accessKey: AccessKey },
): Promise<Call[]> {
  const client = openHttpClient(service);
  const calls: Call[] = [];
  try {
    for (const { logicalId, ref, properties } of assembly.functions) {
      const route = routeDescribed(textAt(properties, "Description") ?? "");
      if (route === undefined) {
        const outcome = await invoke(lambda, ref);
        calls.push({ logicalId, how: "Invoke", outcome });
        continue;
      }
      const path = route.path.replaceAll(/\{\w+\}/g, "unknown");
      const { status } = await client.call(route.method, path, {
        key: service.keys.admin,
        body: bodyFor(route),
      });
      if (status >= 500) throw new Error(`${route.method} ${path} returned ${status}`);
      calls.push({ logicalId, how: `${route.method} ${path}`, outcome: String(status) });
    }
  } finally {
    client.close();
  }
  return calls;
}

/** The description of an API function is its route. */
function routeDescribed(description: string) {
  return Object.values(routes).find(({ method, path }) => description === `${method} ${path}`);
}

function bodyFor({ method }: { method: string }): object | undefined {
  return method === "POST" || method === "PATCH" ? {} : undefined;
}

async function invoke(
  { endpoint, accessKey }: { endpoint: string; accessKey: AccessKey },
  name: string,
): Promise<string> {
  const { payload, failed } = await invokeFunction(endpoint, accessKey, name, { Records: [] });
  return failed ? `ran and failed: ${JSON.stringify(payload).slice(0, 100)}` : "ran";
}
