import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startHttps, startTcp, trustedCertificate } from "../http/servers.ts";
import type { ChannelUnderTest, Fault } from "./channel-under-test.ts";

type Certificate = Awaited<ReturnType<typeof trustedCertificate>>;

/** One for all tests of a file: a process that trusts several of one name can take the wrong one. */
let certificateOfFile: Promise<Certificate> | undefined;

/** A request that the platform got. */
export interface PlatformCall {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

/** How the platform answers. `json` is its body. */
export interface PlatformReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
}

/** What a platform does. */
export interface PlatformRules {
  /** Whether a request publishes a post. Only such a request has faults, and is counted. */
  publishes: (call: PlatformCall) => boolean;
  /** Does what a request asks for. */
  answer: (call: PlatformCall) => PlatformReply | Promise<PlatformReply>;
  /** How the platform answers the request of a fault, without doing what it asks for. */
  rateLimited: (retryAfterSeconds: number) => PlatformReply;
  credentialsExpired: PlatformReply;
  rejected: PlatformReply;
  unavailable: PlatformReply;
}

/**
 * Starts a platform on localhost. It stops when the test ends.
 * @param certificate one that the process which asks the platform trusts, if that is not the test
 */
export async function startFakePlatform(rules: PlatformRules, certificate?: Certificate) {
  const faults: { fault: Fault; retryAfterSeconds: number }[] = [];
  let requests = 0;
  const trusted = certificate ?? (await (certificateOfFile ??= trustedCertificate()));
  const port = await startHttps(trusted, (request, response) => void take(request, response));
  const origin = `https://localhost:${port}`;
  const silentOrigin = `https://localhost:${await startTcp(() => {})}`;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    const send = (reply: PlatformReply) => sendReply(response, reply);
    const answer = async () => send(await rules.answer(call));
    if (!rules.publishes(call)) return answer();
    requests += 1;
    const { fault, retryAfterSeconds } = faults.shift() ?? { fault: null, retryAfterSeconds: 0 };
    switch (fault) {
      case "rate_limited":
        return send(rules.rateLimited(retryAfterSeconds));
      case "credentials_expired":
        return send(rules.credentialsExpired);
      case "rejected":
        return send(rules.rejected);
      case "unavailable":
        return send(rules.unavailable);
      case "timeout_lost":
        return;
      case "timeout_published":
        return void (await rules.answer(call));
      case "reset_published":
        await rules.answer(call);
        return void request.socket.destroy();
      case "error_published":
        await rules.answer(call);
        return send({ status: 500 });
      case "no_connection":
      case "connect_timeout":
      case null:
        return answer();
    }
  }

  return {
    /**
     * The platform's address for the next attempt. A fault of the connection happens before the platform can answer, so
     * it is in the address.
     */
    takeOrigin: (): string => {
      const fault = faults[0]?.fault;
      if (fault !== "no_connection" && fault !== "connect_timeout") return origin;
      faults.shift();
      // Nothing listens at port 1.
      return fault === "no_connection" ? "https://localhost:1" : silentOrigin;
    },
    origin,
    fail: (fault, { times = 1, retryAfterSeconds = 60 } = {}) => {
      for (let count = 0; count < times; count += 1) faults.push({ fault, retryAfterSeconds });
    },
    requests: () => requests,
  } satisfies Partial<ChannelUnderTest> & Record<string, unknown>;
}

/** Reads a request to a platform. */
export async function callOf(request: IncomingMessage): Promise<PlatformCall> {
  const body = await buffer(request);
  const { method = "", url: path = "", headers } = request;
  return { method, path, headers, body, json: parsed(body) };
}

/** The form in the body of a request. */
export function formIn({ headers, body }: PlatformCall): Promise<FormData> {
  const type = headers["content-type"] ?? "";
  return new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
}

/** A file of a form, as base64. */
export async function base64Of(file: File): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString("base64");
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export function sendReply(response: ServerResponse, { status, headers = {}, json }: PlatformReply): void {
  response.writeHead(status, {
    ...(json !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}
