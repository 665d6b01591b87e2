import { type Client, openHttpClient } from "../../support/client/http-client.ts";
import { type Part, startPart } from "./bench-process.ts";
import type { Store } from "./load.ts";
import type { Arrival } from "./receiver.ts";
import { openStore } from "./store-event.ts";
import { type Subscriber, secret, subscribe } from "./subscribers.ts";

/** A running service with its subscribers and their receiver. */
export interface Stage {
  service: Part<"service">;
  receiver: Part<"receiver">;
  client: Client;
  subscribers: Subscriber[];
  store: Store;
  /** Everything that came since the last time. */
  take: () => Promise<Arrival[]>;
  /** One more organization, with one endpoint that answers, never does ("hang"), or not after its first deliveries ("turn"). */
  addEndpoint: (kind: "answer" | "hang" | "turn") => Promise<Subscriber>;
  close: () => void;
}

/** Starts the service on an empty folder, and the receiver, and subscribes; with `count`, what is asked of the engines is counted. */
export async function openStage(
  folder: string,
  options: { endpoints: number; perEvent: number },
  { count }: { count: boolean },
): Promise<Stage> {
  const service = await startPart("service", [folder, ...(count ? ["count"] : [])]);
  const { file, stateDirectory, dynamoDb, tableName } = service.ready;
  const receiver = await startPart("receiver", [file.tls.certFile, file.tls.keyFile, secret]);
  const { ports } = receiver.ready;
  const client = openHttpClient(file);
  const { store, close } = openStore(dynamoDb, tableName);
  const endpoints = Array.from({ length: options.endpoints }, (_, number) => ({
    number,
    url: `https://localhost:${ports[number % ports.length]}/answer/${number}`,
  }));
  const subscribers: Subscriber[] = [];
  let nextNumber = endpoints.length;
  for (let first = 0; first < endpoints.length; first += options.perEvent)
    subscribers.push(
      await subscribe(client, stateDirectory, endpoints.slice(first, first + options.perEvent)),
    );
  return {
    service,
    receiver,
    client,
    subscribers,
    store,
    take: () => receiver.ask("take"),
    addEndpoint: (kind) => {
      const number = nextNumber;
      nextNumber += 1;
      return subscribe(client, stateDirectory, [
        { number, url: `https://localhost:${ports[0]}/${kind}/${number}` },
      ]);
    },
    close: () => {
      client.close();
      close();
    },
  };
}
