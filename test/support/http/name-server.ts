import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type DnsQuestion, type DnsResponse, readQuestion, writeResponse } from "./dns-message.ts";

/** The response to the nth question about a name and type, counted from 0. Null: no response. */
export type Respond = (question: DnsQuestion, nth: number) => DnsResponse | null;

export const nameErrorResponse: DnsResponse = { rcode: 3 };
export const serverFailureResponse: DnsResponse = { rcode: 2 };

/** A larger response is sent over TCP (RFC 9715). */
const udpBytesMax = 1_232;

/** Starts a name server on a free port of 127.0.0.1, over UDP and TCP, closed when the test ends. */
export async function startNameServer(
  respond: Respond,
): Promise<{ server: string; questions: DnsQuestion[] }> {
  const questions: DnsQuestion[] = [];
  const respondTo = (query: Buffer): Buffer | null => {
    const question = readQuestion(query);
    const nth = questions.filter(({ name, type }) => name === question.name && type === question.type).length;
    questions.push(question);
    const response = respond(question, nth);
    return response === null ? null : writeResponse(query, response);
  };
  const { udp, tcp } = await bindBoth();
  udp.on("message", (query, { port, address }) => {
    const response = respondTo(query);
    if (response === null) return;
    udp.send(
      response.length > udpBytesMax ? writeResponse(query, { truncated: true }) : response,
      port,
      address,
    );
  });
  tcp.on("connection", (socket) => serveTcp(socket, respondTo));
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { server: `127.0.0.1:${udp.address().port}`, questions };
}

/** Binds the same port for TCP and UDP. Retries, because a port that is free for TCP may be in use for UDP. */
async function bindBoth(): Promise<{ udp: UdpSocket; tcp: Server }> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    const tcp = createServer().listen(0, "127.0.0.1");
    await once(tcp, "listening");
    const address = tcp.address();
    if (address === null || typeof address === "string") throw new Error("not a TCP server");
    const udp = createSocket("udp4");
    try {
      udp.bind(address.port, "127.0.0.1");
      await once(udp, "listening");
      return { udp, tcp };
    } catch (error) {
      tcp.close();
      if (triesLeft === 0) throw error;
    }
  }
}

function serveTcp(socket: Socket, respondTo: (query: Buffer) => Buffer | null): void {
  let received = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE()) {
      const end = 2 + received.readUInt16BE();
      const response = respondTo(received.subarray(2, end));
      received = received.subarray(end);
      if (response === null) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      socket.write(Buffer.concat([length, response]));
    }
  });
}
