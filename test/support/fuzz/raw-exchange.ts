import { connect } from "node:tls";
import { anyErrorFaults } from "../api/responses.ts";
import type { HttpResponse } from "../client/http-client.ts";
import { provided } from "../setup/provided.ts";
import type { RawRequest } from "./raw-requests.ts";
import { parsed, serviceCa } from "./send.ts";

const answerMsMax = 10_000;
/** What may be less than a request gets this long for an answer, before its sender says that no more will come. */
const patienceMs = 500;

/** Sends the bytes of a request; answers with what was wrong with what came back. */
export async function rawRequestFaults({ text, isWhole }: RawRequest, key: string): Promise<string[]> {
  const bytes = Buffer.from(text.replaceAll("@", `Authorization: Bearer ${key}\r\n`), "latin1");
  const { response, isOver } = await exchanged(bytes, isWhole);
  if (response === undefined) {
    if (!isOver) return ["the connection stays open, and no answer comes"];
    return isWhole ? ["no answer to a whole request"] : [];
  }
  const found = anyErrorFaults(response);
  if (response.headers["x-request-id"] === undefined) found.push("no X-Request-Id");
  if (response.headers["x-injected"] !== undefined) found.push("a header was injected");
  if (response.text.includes(key)) found.push("the API key comes back");
  return found;
}

function exchanged(bytes: Buffer, isWhole: boolean): Promise<{ response?: HttpResponse; isOver: boolean }> {
  const { hostname, port } = new URL(provided("service").url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca: serviceCa(), servername: hostname });
    let received = "";
    const finish = (isOver: boolean) => {
      clearTimeout(late);
      clearTimeout(patience);
      socket.destroy();
      const response = answerIn(received);
      resolve(response === undefined ? { isOver } : { response, isOver });
    };
    const late = setTimeout(() => finish(false), answerMsMax);
    const patience = setTimeout(() => {
      if (!isWhole) socket.end();
    }, patienceMs);
    socket.on("secureConnect", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      if (answerIn(received) !== undefined) finish(true);
    });
    // A server that has said its answer may close before it has read everything.
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
  });
}

/** The first answer in what came back that is more than "go on"; undefined while it is not all there. */
function answerIn(received: string): HttpResponse | undefined {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [line = "", ...headerLines] = head.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (rest.length === 0 || Number.isNaN(status)) return undefined;
  const following = rest.join("\r\n\r\n");
  if (status < 200) return answerIn(following);
  const headers = Object.fromEntries(
    headerLines.map((one) => {
      const end = one.indexOf(":");
      return [one.slice(0, end).toLowerCase(), one.slice(end + 1).trim()];
    }),
  );
  const length = Number(headers["content-length"] ?? 0);
  if (following.length < length) return undefined;
  const text = Buffer.from(following.slice(0, length), "latin1").toString("utf8");
  return { status, headers, text, json: parsed(text) };
}
