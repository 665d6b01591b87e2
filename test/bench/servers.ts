import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../../lib/demo/listen.ts";
import type { ServiceFile } from "../../lib/local/service-file.ts";
import { readBody } from "../../lib/receiver/read-body.ts";

/** A webhook that arrived at an endpoint. */
interface Arrival {
  path: string;
  type: string;
  data: Record<string, unknown>;
  atMs: number;
}

export interface Servers {
  /**
   * The base URL of the subscribers' endpoints: `/quick…` responds at once, `/fail…` with 503, `/slow…` after
   * 9 s, `/hang…` never.
   */
  endpoints: string;
  /** The base URL of the sources: `/fresh…` is a feed with new items each time, `/slow…` responds after 9 s. */
  sources: string;
  /** Is called with each webhook that arrives at an endpoint that responds at once. */
  onArrival: (listener: (arrival: Arrival) => void) => void;
  close: () => void;
}

const slowMs = 9_000;

/** Starts the subscribers' endpoints and the sources, on loopback. */
export async function startServers(tls: ServiceFile["tls"]): Promise<Servers> {
  const listeners: ((arrival: Arrival) => void)[] = [];
  const endpoints = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (request, response) => {
      const path = request.url ?? "";
      if (path.startsWith("/hang")) return;
      const handled = readBody(request).then(async (body) => {
        if (path.startsWith("/slow")) await sleep(slowMs);
        response.writeHead(path.startsWith("/fail") ? 503 : 204).end();
        if (!path.startsWith("/quick") || body === null) return;
        const { type, data } = JSON.parse(body.toString("utf8"));
        for (const listener of listeners) listener({ path, type, data, atMs: Date.now() });
      });
      handled.catch(() => response.destroy());
    },
  );
  let item = 0;
  const sources = createHttpServer((request, response) => {
    const isSlow = (request.url ?? "").startsWith("/slow");
    item += 1;
    const entry = { id: String(item), url: `https://example.com/${item}`, title: `Story ${words(item)}` };
    const feed = { version: "https://jsonfeed.org/version/1.1", title: "News", items: [entry] };
    const send = () => response.setHeader("Content-Type", "application/feed+json").end(JSON.stringify(feed));
    if (isSlow) setTimeout(send, slowMs);
    else send();
  });
  const [endpointsPort, sourcesPort] = await Promise.all([listen(endpoints), listen(sources)]);
  return {
    endpoints: `https://localhost:${endpointsPort}`,
    sources: `http://127.0.0.1:${sourcesPort}`,
    onArrival: (listener) => void listeners.push(listener),
    close: () => {
      for (const server of [endpoints, sources]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** A number in words of letters, so that the titles of two items share none. */
function words(count: number): string {
  return [7, 11, 13]
    .map((base) => (count * base).toString(26).replaceAll(/\d/g, (d) => "qrstuvwxyz"[Number(d)] ?? ""))
    .join(" ");
}
