import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import { onTestFinished } from "vitest";
import { listen } from "../../../lib/demo/listen.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { readBody } from "../../../lib/receiver/read-body.ts";

/** A request as it came in. */
interface Delivered {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A subscriber's endpoint on loopback until the test ends, which answers each request with a status of its choice. */
export async function anEndpoint(
  tls: Pick<ServiceFile["tls"], "certFile" | "keyFile">,
  statusOf: (delivered: Delivered) => number = () => 204,
): Promise<{ url: string; delivered: Delivered[] }> {
  const delivered: Delivered[] = [];
  const server = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (request, response) => {
      const handled = readBody(request).then((body) => {
        const one = { headers: request.headers, body: body?.toString("utf8") ?? "" };
        delivered.push(one);
        return response.writeHead(statusOf(one)).end();
      });
      // Cut off, as by a service that is killed: nothing was received.
      handled.catch(() => response.destroy());
    },
  );
  const url = `https://localhost:${await listen(server)}/hook`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, delivered };
}
