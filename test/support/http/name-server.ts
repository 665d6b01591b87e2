import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type DnsQuestion, type DnsReply, readQuestion, writeReply } from "./dns-message.ts";

/** What a name server says to its nth question about a name and type, the first being 0; null is no reply at all. */
type Answer = (question: DnsQuestion, nth: number) => DnsReply | null;

export const noSuchName: DnsReply = { rcode: 3 };
export const serverFailure: DnsReply = { rcode: 2 };

/** What is larger goes over TCP (RFC 9715). */
const udpBytesMax = 1_232;

/** A name server on a free port of 127.0.0.1, over UDP and TCP, until the test is over. */
export async function startNameServer(answer: Answer): Promise<{ server: string; questions: DnsQuestion[] }> {
  const questions: DnsQuestion[] = [];
  const replyTo = (query: Buffer): Buffer | null => {
    const question = readQuestion(query);
    const nth = questions.filter(({ name, type }) => name === question.name && type === question.type).length;
    questions.push(question);
    const reply = answer(question, nth);
    return reply === null ? null : writeReply(query, reply);
  };
  const { udp, tcp } = await bindBoth();
  udp.on("message", (query, { port, address }) => {
    const reply = replyTo(query);
    if (reply === null) return;
    udp.send(reply.length > udpBytesMax ? writeReply(query, { truncated: true }) : reply, port, address);
  });
  tcp.on("connection", (socket) => serveTcp(socket, replyTo));
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { server: `127.0.0.1:${udp.address().port}`, questions };
}

/** A port that is free for TCP can be taken for UDP. */
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

function serveTcp(socket: Socket, replyTo: (query: Buffer) => Buffer | null): void {
  let received = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE()) {
      const end = 2 + received.readUInt16BE();
      const reply = replyTo(received.subarray(2, end));
      received = received.subarray(end);
      if (reply === null) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.write(Buffer.concat([length, reply]));
    }
  });
}
