import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openDnsResolve } from "../../functions/http/dns-resolve.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { countConnections } from "../support/http/count-connections.ts";
import type { DnsQuestion, DnsRecord, DnsResponse } from "../support/http/dns-message.ts";
import { fetchError, httpOptions } from "../support/http/guarded-fetch.ts";
import {
  nameErrorResponse,
  type Respond,
  serverFailureResponse,
  startNameServer,
} from "../support/http/name-server.ts";
import { startHttp } from "../support/http/servers.ts";

const emptyResponse: DnsResponse = {};

/** Returns options for fetches over plain http, with a name server that the test controls. */
async function withNames(respond: Respond): Promise<{
  options: GuardedFetchOptions;
  questions: DnsQuestion[];
}> {
  const { server, questions } = await startNameServer(respond);
  return { options: { ...httpOptions, resolve: openDnsResolve([server]) }, questions };
}

const ipv4 = (...values: string[]): DnsResponse => ({
  records: values.map((value) => ({ type: "A", value })),
});
const ipv6 = (...values: string[]): DnsResponse => ({
  records: values.map((value) => ({ type: "AAAA", value })),
});
const loopbackOnIpv4 = ({ type }: DnsQuestion) => (type === "A" ? ipv4("127.0.0.1") : emptyResponse);

it("a fetch asks for a name once per address family, and connects to the address that was checked", async () => {
  const port = await startHttp((request, response) => response.end(request.headers.host));
  const { options, questions } = await withNames(loopbackOnIpv4);
  const response = await guardedFetch(`http://hooks.example:${port}/`, options);
  expect(response.body.toString()).toBe(`hooks.example:${port}`);
  expect(questions.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { name: "hooks.example", type: "A" },
    { name: "hooks.example", type: "AAAA" },
  ]);
});

it("a resolved name is not cached: each fetch asks and checks again", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames(loopbackOnIpv4);
  for (let fetches = 1; fetches <= 3; fetches += 1) {
    await guardedFetch(`http://hooks.example:${port}/`, options);
    expect(questions).toHaveLength(2 * fetches);
  }
});

it("a name whose address changes from allowed to private is blocked, and allowed again when it changes back", async () => {
  const port = await startHttp((_, response) => response.end());
  const addresses = ["127.0.0.1", "10.0.0.1", "127.0.0.1", "169.254.169.254"];
  const { options } = await withNames(({ type }, nth) =>
    type === "A" ? ipv4(addresses[nth] ?? "127.0.0.1") : emptyResponse,
  );
  const url = `http://hooks.example:${port}/`;
  expect((await guardedFetch(url, options)).status).toBe(200);
  expect((await fetchError(url, options)).code).toBe("blocked_address");
  expect((await guardedFetch(url, options)).status).toBe(200);
  expect((await fetchError(url, options)).code).toBe("blocked_address");
});

it("a public address that becomes loopback between check and connection does not lead to loopback", async () => {
  let connections = 0;
  const port = await startHttp((_, response) => {
    connections += 1;
    response.end();
  });
  // 198.97.190.53 is a public address. It does not have to respond.
  const { options, questions } = await withNames(({ type }, nth) =>
    type === "AAAA" ? emptyResponse : ipv4(nth === 0 ? "198.97.190.53" : "127.0.0.1"),
  );
  const outside: GuardedFetchOptions = { ...options, allowLoopback: false, timeoutMs: 300 };
  const url = `http://hooks.example:${port}/`;
  expect((await fetchError(url, outside)).code).toMatch(/^(connect|timeout)$/);
  expect(questions.filter(({ type }) => type === "A")).toHaveLength(1);
  expect((await fetchError(url, outside)).code).toBe("blocked_address");
  expect(connections).toBe(0);
});

it.each<[string, DnsResponse, DnsResponse]>([
  ["a public and a private IPv4 address", ipv4("8.8.8.8", "10.0.0.1"), emptyResponse],
  [
    "a private IPv4 address as the last of many",
    ipv4(...Array<string>(50).fill("8.8.8.8"), "10.0.0.1"),
    emptyResponse,
  ],
  ["a public IPv4 and a private IPv6 address", ipv4("8.8.8.8"), ipv6("fd00:ec2::254")],
  ["a public IPv6 and a private IPv4 address", ipv4("192.168.0.1"), ipv6("2606:4700::1111")],
  ["an IPv4 address inside an IPv6 one", emptyResponse, ipv6("::ffff:127.0.0.1")],
])("a name with %s is blocked without any connection", async (_, forIpv4, forIpv6) => {
  const { options } = await withNames(({ type }) => (type === "A" ? forIpv4 : forIpv6));
  const connections = countConnections();
  expect(await fetchError("http://hooks.example/", { ...options, allowLoopback: false })).toMatchObject({
    code: "blocked_address",
    message: "hooks.example is not at a public address",
  });
  expect(connections()).toBe(0);
});

const aliasOf = (name: string, value: string): DnsRecord[] => [
  { type: "CNAME", value: "step.example" },
  { type: "CNAME", name: "step.example", value: name },
  { type: "A", name, value },
];

it("an alias of a name with a private address is blocked, and an alias of an allowed name is followed", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames(({ name, type }) => {
    if (type !== "A") return emptyResponse;
    return {
      records: name.startsWith("good")
        ? aliasOf("web.example", "127.0.0.1")
        : aliasOf("db.internal", "10.1.2.3"),
    };
  });
  expect((await guardedFetch(`http://good.example:${port}/`, options)).status).toBe(200);
  expect((await fetchError(`http://bad.example:${port}/`, options)).code).toBe("blocked_address");
});

it("names that never resolve do not delay other names", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames((question) =>
    question.name.startsWith("hang") ? null : loopbackOnIpv4(question),
  );
  const order: string[] = [];
  const hanging = Array.from({ length: 100 }, async (_, index) => {
    order.push((await fetchError(`http://hang${index}.example/`, { ...options, timeoutMs: 4_000 })).message);
  });
  // The name server runs in this process: its socket overflows when all questions come at once.
  await expect.poll(() => questions.length).toBeGreaterThanOrEqual(100);
  const healthy = Array.from({ length: 20 }, async () => {
    await guardedFetch(`http://hooks.example:${port}/`, options);
    order.push("healthy");
  });
  await Promise.all([...hanging, ...healthy]);
  expect(order.slice(0, 20)).toEqual(Array<string>(20).fill("healthy"));
  expect(new Set(order.slice(20))).toHaveProperty("size", 100);
  expect(order.at(-1)).toMatch(/^hang\d+\.example could not be resolved in time$/);
});

it("a name server that never responds about IPv6 does not delay a host with an IPv4 address much", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames((question) =>
    question.type === "A" ? loopbackOnIpv4(question) : null,
  );
  const order: string[] = [];
  await Promise.all([
    fetchError("http://hang.example/", {
      ...options,
      timeoutMs: 1_500,
      resolve: openDnsResolve([await silentServer()]),
    }).then(() => order.push("timeout")),
    guardedFetch(`http://hooks.example:${port}/`, { ...options, timeoutMs: 4_000 }).then(() =>
      order.push("response"),
    ),
  ]);
  expect(order).toEqual(["response", "timeout"]);
});

it("a host with an IPv6 address only is reached, also when the name server never responds about IPv4", async () => {
  const port = await startOn("::1");
  for (const ipv4Response of [emptyResponse, serverFailureResponse, null]) {
    const { options } = await withNames(({ type }) => (type === "AAAA" ? ipv6("::1") : ipv4Response));
    expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
  }
});

it("when one address refuses the connection, the fetch tries the next one", async () => {
  const port = await startOn("::1");
  const { options } = await withNames(({ type }) => (type === "A" ? ipv4("127.0.0.1") : ipv6("::1")));
  expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
});

it.each<[string, DnsResponse | null, DnsResponse | null, string]>([
  ["does not exist", nameErrorResponse, nameErrorResponse, "there is no host named hooks.example"],
  ["has no address", emptyResponse, emptyResponse, "hooks.example has no address"],
  [
    "has broken name servers",
    serverFailureResponse,
    emptyResponse,
    "hooks.example could not be resolved: its name servers fail",
  ],
  ["gets no response", null, null, "hooks.example could not be resolved in time"],
  ["gets half a response", emptyResponse, null, "hooks.example could not be resolved in time"],
])("a name that %s is a dns failure whose message says so", async (_, forIpv4, forIpv6, message) => {
  const { options } = await withNames(({ type }) => (type === "A" ? forIpv4 : forIpv6));
  expect(await fetchError("http://hooks.example/", { ...options, timeoutMs: 500 })).toMatchObject({
    code: "dns",
    message,
  });
});

it("an unreachable name server and an invalid host name are dns failures", async () => {
  const unreachable = { ...httpOptions, resolve: openDnsResolve(["127.0.0.1:1"]) };
  expect((await fetchError("http://hooks.example/", unreachable)).code).toBe("dns");
  const { options, questions } = await withNames(loopbackOnIpv4);
  const label = "x".repeat(64);
  expect(await fetchError(`http://${label}.example/`, options)).toMatchObject({
    code: "dns",
    message: `${label}.example is not a valid host name`,
  });
  expect(questions).toEqual([]);
});

it("a name with thousands of addresses is a dns failure, and a name with a hundred is reached", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames(({ name, type }) => {
    if (type !== "A") return emptyResponse;
    return ipv4(...Array<string>(name.startsWith("huge") ? 4_000 : 100).fill("127.0.0.1"));
  });
  expect(await fetchError(`http://huge.example:${port}/`, options)).toMatchObject({
    code: "dns",
    message: "huge.example has more than 100 addresses",
  });
  expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
});

it("a fetch asks for the host name as it is: without search domains, without a trailing dot, in punycode", async () => {
  const { options, questions } = await withNames(() => nameErrorResponse);
  // A resolver would append this domain to short names.
  process.env["LOCALDOMAIN"] = "corp.example";
  onTestFinished(() => {
    delete process.env["LOCALDOMAIN"];
  });
  for (const host of ["intranet", "intranet.", "bücher.example", "Ⓗooks.EXAMPLE."]) {
    await fetchError(`http://${host}/`, options);
  }
  expect([...new Set(questions.map(({ name }) => name))]).toEqual([
    "intranet",
    "xn--bcher-kva.example",
    "hooks.example",
  ]);
});

it("localhost is loopback without a DNS question, and only where loopback is allowed", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames(() => ipv4("8.8.8.8"));
  for (const host of ["localhost", "LOCALHOST.", "a.b.localhost"]) {
    expect((await guardedFetch(`http://${host}:${port}/`, options)).status).toBe(200);
    const outside: GuardedFetchOptions = { ...options, allowLoopback: false };
    expect((await fetchError(`http://${host}:${port}/`, outside)).code).toBe("blocked_address");
  }
  expect(questions).toEqual([]);
});

async function silentServer(): Promise<string> {
  return (await startNameServer(() => null)).server;
}

/** Starts a server on one address only that responds to every request with 200. */
async function startOn(address: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => void server.close());
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("not a TCP server");
  return bound.port;
}
