import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startHttps, trustedCertificate } from "../support/http/servers.ts";

/** What happens to a request on its way to the server, or to its response on the way back. */
export type Fate =
  | "passes"
  /** The server does not get it, and the client gets no response. */
  | "lost"
  /** The server does what it says, and the connection is closed before the response. */
  | "response lost"
  /** The client gets no response, and the server gets the request only when `releaseLate` is called. */
  | "late";

type FateOf = (method: string, path: string) => Fate;

const everythingPasses: FateOf = () => "passes";

/** One for all tests of a file: a process that trusts several of one name can take the wrong one. */
const certificateOfFile = trustedCertificate();

/** Starts a TLS proxy in front of a local server, which decides the fate of requests. It stops when the test ends. */
export async function startUnreliableProxy(serverPort: number) {
  let fateOf = everythingPasses;
  const late: (() => Promise<unknown>)[] = [];

  const port = await startHttps(
    await certificateOfFile,
    (incoming, response) => void take(incoming, response),
  );

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const fate = fateOf(incoming.method ?? "", incoming.url ?? "");
    const forward = () => forwarded(incoming, body, serverPort);
    if (fate === "passes") {
      const { status, headers, body: sent } = await forward();
      response.writeHead(status, headers).end(sent);
      return;
    }
    if (fate === "response lost") await forward();
    if (fate === "late") late.push(forward);
    incoming.socket.destroy();
  }

  return {
    port,
    /** Decides the fate of the requests that follow. */
    decide: (fate: FateOf = everythingPasses) => {
      fateOf = fate;
    },
    /** Lets the server get the requests that are late. */
    releaseLate: async () => {
      for (const send of late.splice(0)) await send();
    },
  };
}

interface Forwarded {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function forwarded(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  port: number,
): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    // snac closes a connection after each response without saying so.
    const options = { host: "127.0.0.1", port, method, path: url, agent: false };
    const outgoing = request({ ...options, headers: { ...headers, "x-forwarded-proto": "https" } });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      buffer(response).then(
        (sent) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: sent }),
        reject,
      );
    });
    outgoing.end(body);
  });
}
