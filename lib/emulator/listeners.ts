import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Gateway } from "./gateway.ts";

/** The two ports that the service is reached at, on this machine's loopback addresses only. */
export interface Listeners {
  port: number;
  httpPort: number;
  /** From now on, requests are answered; those that came before have waited. */
  serve(gateway: Gateway): void;
  /** Takes no more requests; those that run have up to `graceMs` real milliseconds. */
  close(graceMs: number): Promise<void>;
}

export interface ListenerOptions {
  /** 0 is any free port. */
  port: number;
  httpPort: number;
  /** How error messages name the options of the two ports. @default `port` and `httpPort` */
  portNames?: { port: string; httpPort: string };
  /** PEM. */
  cert: string;
  key: string;
}

const limits = {
  // Longer than any client keeps an idle connection, so that it is never closed under a request.
  keepAliveTimeout: 75_000,
  requestTimeout: 60_000,
  // CloudFront's limit of all headers together.
  maxHeaderSize: 32_768,
  requireHostHeader: false,
} as const;

/** Opens both ports. Rejects with an Error of one line when one is taken or not allowed. */
export async function openListeners(options: ListenerOptions): Promise<Listeners> {
  const ready = Promise.withResolvers<Gateway>();
  const answer = (plain: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    // RFC 9112, section 3.2. Node would refuse it itself, with an empty answer.
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      refuse(request.socket);
      return;
    }
    void ready.promise.then((gateway) => gateway.handle(request, response, plain));
  };
  const refuse = (socket: Socket) => {
    void ready.promise.then((gateway) =>
      socket.writable ? socket.end(gateway.badRequest()) : socket.destroy(),
    );
  };
  const servers: Server[] = [];
  const open = (server: Server, plain: boolean): Server => {
    server.on("request", answer(plain));
    // An expectation that nobody knows is ignored, as the edge does; Node's own answer would be an empty 417.
    server.on("checkExpectation", answer(plain));
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === "ECONNRESET") socket.destroy();
      else refuse(socket);
    });
    server.on("connect", (_request: IncomingMessage, socket: Socket) => refuse(socket));
    servers.push(server);
    return server;
  };
  const secure = () => open(createSecureServer({ ...limits, cert: options.cert, key: options.key }), false);
  const plain = () => open(createServer(limits), true);

  const close = async (graceMs: number) => {
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    const timer = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, graceMs);
    for (const server of servers) server.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  };
  const names = options.portNames ?? { port: "port", httpPort: "httpPort" };
  try {
    const port = await listenOnLoopback(secure, options.port, names.port);
    const httpPort = await listenOnLoopback(plain, options.httpPort, names.httpPort);
    return { port, httpPort, serve: (gateway) => ready.resolve(gateway), close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** `localhost` is two addresses on most machines, and clients differ in which they try. */
async function listenOnLoopback(make: () => Server, port: number, option: string): Promise<number> {
  const chosen = await listen(make(), port, "127.0.0.1").catch((error: NodeJS.ErrnoException) => {
    throw new Error(listenProblem(error, port, option), { cause: error });
  });
  await listen(make(), chosen, "::1").catch((error: NodeJS.ErrnoException) => {
    const noIpv6 = error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" || error.code === "EINVAL";
    if (!noIpv6 && port !== 0) throw new Error(listenProblem(error, port, option), { cause: error });
  });
  return chosen;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function listenProblem(error: NodeJS.ErrnoException, port: number, option: string): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is taken by another program: stop that one, or give another port by ${option} (0 is any free one).`;
  if (error.code === "EACCES")
    return `Port ${port} may not be opened by this user: give one above 1023 by ${option}.`;
  return `Port ${port} cannot be opened (${error.code ?? error.message}): give another by ${option}.`;
}
