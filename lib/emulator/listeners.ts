import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Gateway } from "./gateway.ts";

/** The HTTPS port and the plain HTTP port, on the loopback addresses only. */
export interface Listeners {
  port: number;
  httpPort: number;
  /** Begins to handle requests. Earlier requests wait until then. */
  serve(gateway: Gateway): void;
  /** Accepts no more requests, and waits up to `graceMs` real milliseconds for those that run. */
  close(graceMs: number): Promise<void>;
}

export interface ListenerOptions {
  /** 0 means any free port. */
  port: number;
  httpPort: number;
  /** How error messages name the options of the two ports. @default `port` and `httpPort` */
  portNames?: { port: string; httpPort: string };
  /** PEM. */
  cert: string;
  key: string;
}

const limits = {
  // Longer than clients keep an idle connection, so no connection closes while a request arrives.
  keepAliveTimeout: 75_000,
  requestTimeout: 60_000,
  // CloudFront's limit for all headers together.
  maxHeaderSize: 32_768,
  requireHostHeader: false,
} as const;

/** Opens both ports. Rejects with an Error of one line when a port is in use or not allowed. */
export async function openListeners(options: ListenerOptions): Promise<Listeners> {
  const ready = Promise.withResolvers<Gateway>();
  const respond = (plain: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    // RFC 9112, section 3.2. Node's own response would be empty.
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      respondBadRequest(request.socket, plain);
      return;
    }
    void ready.promise.then((gateway) => gateway.handle(request, response, plain));
  };
  const respondBadRequest = (socket: Socket, plain: boolean) => {
    void ready.promise.then((gateway) =>
      socket.writable ? socket.end(gateway.badRequest(plain)) : socket.destroy(),
    );
  };
  const servers: Server[] = [];
  const open = (server: Server, plain: boolean): Server => {
    server.on("request", respond(plain));
    // CloudFront ignores an unknown expectation. Node would respond with an empty 417.
    server.on("checkExpectation", respond(plain));
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === "ECONNRESET") socket.destroy();
      else respondBadRequest(socket, plain);
    });
    server.on("connect", (_request: IncomingMessage, socket: Socket) => respondBadRequest(socket, plain));
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

/** Listens on both addresses of `localhost`, because clients differ in which one they use. */
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
    return `Port ${port} is taken by another program: stop that program, or choose another port with ${option} (0 means any free port).`;
  if (error.code === "EACCES")
    return `This user may not open port ${port}: choose a port above 1023 with ${option}.`;
  return `Port ${port} cannot be opened (${error.code ?? error.message}): choose another port with ${option}.`;
}
