import type { EdgeOutcome } from "./edge-function.ts";
import type { ViewerRequest } from "./viewer-request.ts";

/** What API Gateway does with a request to its own address: the path begins with the stage. */
export function directRequest({ uri, headers }: ViewerRequest, stageName: string): EdgeOutcome {
  const stagePath = `/${stageName}`;
  // No API has this stage, so this response is not one of the template.
  if (!uri.startsWith(`${stagePath}/`)) {
    const body = JSON.stringify({ message: "Forbidden" });
    return { response: { status: 403, headers: { "content-type": "application/json" }, body } };
  }
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value]);
  return { uri: uri.slice(stagePath.length), headers: values };
}
