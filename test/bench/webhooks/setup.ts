import { type Client, openHttpClient } from "../../support/client/http-client.ts";
import { type BenchProcess, startBenchProcess } from "./bench-process.ts";
import type { Store } from "./load.ts";
import type { Arrival } from "./receiver.ts";
import { openStore } from "./store-event.ts";
import { type Subscriber, secret, subscribe } from "./subscribers.ts";

/** A running service with its subscribers and their receiver. */
export interface BenchSetup {
  service: BenchProcess<"service">;
  receiver: BenchProcess<"receiver">;
  client: Client;
  subscribers: Subscriber[];
  store: Store;
  /** Stores what an event tells of, without the event. */
  storeChange: (subscriber: Subscriber) => Promise<void>;
  /** Returns the arrivals since the last time. */
  take: () => Promise<Arrival[]>;
  /**
   * Adds an organization with one endpoint, which responds, never responds ("hang"), or stops after its first
   * deliveries ("stop").
   */
  addEndpoint: (kind: "respond" | "hang" | "stop") => Promise<Subscriber>;
  close: () => void;
}

/**
 * Starts the service on an empty folder, and the receiver, and subscribes. With `count`, the calls of the engines are
 * counted.
 */
export async function openSetup(
  folder: string,
  options: { endpoints: number; perEvent: number },
  { count }: { count: boolean },
): Promise<BenchSetup> {
  const service = await startBenchProcess("service", [folder, ...(count ? ["count"] : [])]);
  const { file, stateDirectory } = service.ready;
  const receiver = await startBenchProcess("receiver", [file.tls.certFile, file.tls.keyFile, secret]);
  const { ports } = receiver.ready;
  const client = openHttpClient(file);
  const endpoints = Array.from({ length: options.endpoints }, (_, number) => ({
    number,
    url: `https://localhost:${ports[number % ports.length]}/respond/${number}`,
  }));
  const subscribers: Subscriber[] = [];
  let nextNumber = endpoints.length;
  for (let first = 0; first < endpoints.length; first += options.perEvent)
    subscribers.push(
      await subscribe(client, stateDirectory, endpoints.slice(first, first + options.perEvent)),
    );
  const { storeEvent, storeChange } = openStore(service.ready);
  return {
    service,
    receiver,
    client,
    subscribers,
    store: storeEvent,
    storeChange,
    take: () => receiver.request("take"),
    addEndpoint: (kind) => {
      const number = nextNumber;
      nextNumber += 1;
      return subscribe(client, stateDirectory, [
        { number, url: `https://localhost:${ports[0]}/${kind}/${number}` },
      ]);
    },
    close: () => client.close(),
  };
}
