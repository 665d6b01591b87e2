import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import { onTestFinished } from "vitest";
import { listen } from "../../../lib/demo/listen.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { readBody } from "../../../lib/receiver/read-body.ts";

interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Opens a subscriber's endpoint on loopback until the test ends. It records each request and responds with the status
 * that `statusOf` returns.
 */
export async function openEndpoint(
  tls: Pick<ServiceFile["tls"], "certFile" | "keyFile">,
  statusOf: (received: ReceivedRequest) => number = () => 204,
): Promise<{ url: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (request, response) => {
      const handled = readBody(request).then((body) => {
        const one = { headers: request.headers, body: body?.toString("utf8") ?? "" };
        received.push(one);
        return response.writeHead(statusOf(one)).end();
      });
      // The connection broke, for example because the service was killed: there is no request to record.
      handled.catch(() => response.destroy());
    },
  );
  const url = `https://localhost:${await listen(server)}/hook`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, received };
}
