import ipaddr from "ipaddr.js";

/** The parts of DNS messages (RFC 1035, section 4) that a test's name server needs. */
export interface DnsQuestion {
  name: string;
  type: "A" | "AAAA" | "other";
}
export interface DnsRecord {
  name?: string;
  type: "A" | "AAAA" | "CNAME";
  value: string;
}
export interface DnsResponse {
  rcode?: number;
  records?: readonly DnsRecord[];
  truncated?: boolean;
}

const typeNumbers = { A: 1, AAAA: 28, CNAME: 5 };

export function readQuestion(message: Buffer): DnsQuestion {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  const number = message.readUInt16BE(offset + 1);
  return { name: labels.join("."), type: number === 1 ? "A" : number === 28 ? "AAAA" : "other" };
}

/** Returns the response to a query, with its id and its question. A record without a name has the name of the question. */
export function writeResponse(
  query: Buffer,
  { rcode = 0, records = [], truncated = false }: DnsResponse,
): Buffer {
  const { name } = readQuestion(query);
  const question = query.subarray(12, 12 + nameBytes(name).length + 4);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // The flags: a response, recursion desired, recursion available.
  header.writeUInt16BE(0x8180 | (truncated ? 0x0200 : 0) | rcode, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records.map((record) => recordBytes(record))]);
}

function recordBytes({ name, type, value }: DnsRecord): Buffer {
  const data = type === "CNAME" ? nameBytes(value) : addressBytes(value);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(typeNumbers[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(300, 4);
  fixed.writeUInt16BE(data.length, 8);
  // 0xc00c points to the name of the question.
  return Buffer.concat([name === undefined ? Buffer.from([0xc0, 0x0c]) : nameBytes(name), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split(".").filter((label) => label !== "");
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);
}

function addressBytes(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
