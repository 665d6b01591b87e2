import { connect } from "node:tls";
import { anyErrorFaults } from "../api/responses.ts";
import type { HttpResponse } from "../client/http-client.ts";
import { provided } from "../setup/provided.ts";
import type { RawRequest } from "./raw-requests.ts";
import { jsonOf, serviceCa } from "./send.ts";

const responseTimeoutMs = 10_000;
/** After this time without a response, the client ends its side of the connection of an incomplete request. */
const endAfterMs = 500;

/** Sends the bytes of a request. Returns the faults of the response; empty if there are none. */
export async function rawRequestFaults({ text, isComplete }: RawRequest, key: string): Promise<string[]> {
  const bytes = Buffer.from(text.replaceAll("@", `Authorization: Bearer ${key}\r\n`), "latin1");
  const { response, isClosed } = await exchange(bytes, isComplete);
  if (response === undefined) {
    if (!isClosed) return ["the connection stays open without a response"];
    return isComplete ? ["no response to a complete request"] : [];
  }
  const found = anyErrorFaults(response);
  if (response.headers["x-request-id"] === undefined) found.push("no X-Request-Id");
  if (response.headers["x-injected"] !== undefined) found.push("a header was injected");
  if (response.text.includes(key)) found.push("the response contains the API key");
  return found;
}

function exchange(
  bytes: Buffer,
  isComplete: boolean,
): Promise<{ response?: HttpResponse; isClosed: boolean }> {
  const { hostname, port } = new URL(provided("service").url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca: serviceCa(), servername: hostname });
    let received = "";
    const finish = (isClosed: boolean) => {
      clearTimeout(timeout);
      clearTimeout(endTimer);
      socket.destroy();
      const response = responseIn(received);
      resolve(response === undefined ? { isClosed } : { response, isClosed });
    };
    const timeout = setTimeout(() => finish(false), responseTimeoutMs);
    const endTimer = setTimeout(() => {
      if (!isComplete) socket.end();
    }, endAfterMs);
    socket.on("secureConnect", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      if (responseIn(received) !== undefined) finish(true);
    });
    // The service may respond and close before it has read everything.
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
  });
}

/** Returns the first final response in the received text; undefined while it is incomplete. */
function responseIn(received: string): HttpResponse | undefined {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [line = "", ...headerLines] = head.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (rest.length === 0 || Number.isNaN(status)) return undefined;
  const following = rest.join("\r\n\r\n");
  if (status < 200) return responseIn(following);
  const headers = Object.fromEntries(
    headerLines.map((one) => {
      const end = one.indexOf(":");
      return [one.slice(0, end).toLowerCase(), one.slice(end + 1).trim()];
    }),
  );
  const length = Number(headers["content-length"] ?? 0);
  if (following.length < length) return undefined;
  const text = Buffer.from(following.slice(0, length), "latin1").toString("utf8");
  return { status, headers, text, json: jsonOf(text) };
}
