import { createOrganizationInRunning } from "../../../lib/local/operator.ts";
import { asText, at, type Client, type Json } from "../../support/client/http-client.ts";

/** The type of the events that the benchmark stores. */
export const eventType = "pipeline.run.completed";

/** The secret of every subscription. */
export const secret = "a secret of the benchmark";

/** An organization. Each of its events goes to all its endpoints. */
export interface Subscriber {
  organizationId: string;
  key: string;
  endpoints: readonly Endpoint[];
}

interface Endpoint {
  number: number;
  url: string;
}

/** Creates an organization by the operator's command, and its subscriptions by the REST API with its own key. */
export async function subscribe(
  client: Client,
  stateDirectory: string,
  endpoints: readonly Endpoint[],
): Promise<Subscriber> {
  const organization = await createOrganizationInRunning(stateDirectory, "Bench");
  if (organization === undefined) throw new Error("the service is not running");
  const { organizationId, keys } = organization;
  for (const { url } of endpoints) {
    const body = { url, events: [eventType], secret };
    const { status, text } = await client.call("POST", "/v1/webhooks", { key: keys.write, body });
    if (status !== 201) throw new Error(`the request to subscribe ${url} returned ${status} ${text}`);
  }
  return { organizationId, key: keys.write, endpoints };
}

/** Returns an organization's dead letters: the event id and the URL of each. */
export async function deadLetters(
  client: Client,
  { key }: Pick<Subscriber, "key">,
): Promise<{ eventId: string; url: string }[]> {
  const found: { eventId: string; url: string }[] = [];
  let cursor: Json | undefined = "";
  while (typeof cursor === "string") {
    const path = `/v1/webhooks/dead-letters?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, json, text } = await client.call("GET", path, { key });
    if (status !== 200) throw new Error(`the list of dead letters returned ${status} ${text}`);
    const data = at(json, "data");
    for (const letter of Array.isArray(data) ? data : [])
      found.push({ eventId: asText(at(letter, "eventId")), url: asText(at(letter, "url")) });
    cursor = at(json, "nextCursor");
  }
  return found;
}
