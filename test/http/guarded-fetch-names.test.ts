import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openDnsResolve } from "../../functions/http/dns-resolve.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { countConnections } from "../support/http/connections.ts";
import type { DnsQuestion, DnsRecord, DnsReply } from "../support/http/dns-message.ts";
import { failure, overHttp } from "../support/http/failure.ts";
import { noSuchName, serverFailure, startNameServer } from "../support/http/name-server.ts";
import { startHttp } from "../support/http/receiver.ts";

const noData: DnsReply = {};

/** Fetches over plain http whose names a name server of the test resolves. */
async function withNames(answer: (question: DnsQuestion, nth: number) => DnsReply | null): Promise<{
  options: GuardedFetchOptions;
  questions: DnsQuestion[];
}> {
  const { server, questions } = await startNameServer(answer);
  return { options: { ...overHttp, resolve: openDnsResolve([server]) }, questions };
}

const ipv4 = (...values: string[]): DnsReply => ({ records: values.map((value) => ({ type: "A", value })) });
const ipv6 = (...values: string[]): DnsReply => ({
  records: values.map((value) => ({ type: "AAAA", value })),
});
const here = ({ type }: DnsQuestion) => (type === "A" ? ipv4("127.0.0.1") : noData);

test("a name is asked for once per address family, and what was checked is connected to", async () => {
  const port = await startHttp((request, response) => response.end(request.headers.host));
  const { options, questions } = await withNames(here);
  const response = await guardedFetch(`http://hooks.example:${port}/`, options);
  expect(response.body.toString()).toBe(`hooks.example:${port}`);
  expect(questions.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { name: "hooks.example", type: "A" },
    { name: "hooks.example", type: "AAAA" },
  ]);
});

test("an answer is not remembered: each fetch asks and checks again", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames(here);
  for (let fetches = 1; fetches <= 3; fetches += 1) {
    await guardedFetch(`http://hooks.example:${port}/`, options);
    expect(questions).toHaveLength(2 * fetches);
  }
});

test("an allowed answer that later becomes a private one is refused then, and the other way about", async () => {
  const port = await startHttp((_, response) => response.end());
  const answers = ["127.0.0.1", "10.0.0.1", "127.0.0.1", "169.254.169.254"];
  const { options } = await withNames(({ type }, nth) =>
    type === "A" ? ipv4(answers[nth] ?? "127.0.0.1") : noData,
  );
  const url = `http://hooks.example:${port}/`;
  expect((await guardedFetch(url, options)).status).toBe(200);
  expect((await failure(url, options)).code).toBe("blocked_address");
  expect((await guardedFetch(url, options)).status).toBe(200);
  expect((await failure(url, options)).code).toBe("blocked_address");
});

test("a public answer that becomes loopback between check and connection does not lead to loopback", async () => {
  let reached = 0;
  const port = await startHttp((_, response) => {
    reached += 1;
    response.end();
  });
  // 198.97.190.53 is a public address; nothing need answer there.
  const { options, questions } = await withNames(({ type }, nth) =>
    type === "AAAA" ? noData : ipv4(nth === 0 ? "198.97.190.53" : "127.0.0.1"),
  );
  const outside: GuardedFetchOptions = { ...options, allowLoopback: false, timeoutMs: 300 };
  const url = `http://hooks.example:${port}/`;
  expect((await failure(url, outside)).code).toMatch(/^(connect|timeout)$/);
  expect(questions.filter(({ type }) => type === "A")).toHaveLength(1);
  expect((await failure(url, outside)).code).toBe("blocked_address");
  expect(reached).toBe(0);
});

test.each<[string, DnsReply, DnsReply]>([
  ["a public and a private IPv4 address", ipv4("8.8.8.8", "10.0.0.1"), noData],
  ["a private IPv4 address last of many", ipv4(...Array<string>(50).fill("8.8.8.8"), "10.0.0.1"), noData],
  ["a public IPv4 and a private IPv6 address", ipv4("8.8.8.8"), ipv6("fd00:ec2::254")],
  ["a public IPv6 and a private IPv4 address", ipv4("192.168.0.1"), ipv6("2606:4700::1111")],
  ["an IPv4 address inside an IPv6 one", noData, ipv6("::ffff:127.0.0.1")],
])("%s: the name is refused without any connection", async (_, forIpv4, forIpv6) => {
  const { options } = await withNames(({ type }) => (type === "A" ? forIpv4 : forIpv6));
  const connections = countConnections();
  expect(await failure("http://hooks.example/", { ...options, allowLoopback: false })).toMatchObject({
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

test("an alias of a name at a private address is refused, and one of an allowed name followed", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames(({ name, type }) => {
    if (type !== "A") return noData;
    return {
      records: name.startsWith("good")
        ? aliasOf("web.example", "127.0.0.1")
        : aliasOf("db.internal", "10.1.2.3"),
    };
  });
  expect((await guardedFetch(`http://good.example:${port}/`, options)).status).toBe(200);
  expect((await failure(`http://bad.example:${port}/`, options)).code).toBe("blocked_address");
});

test("names that hang do not keep a healthy one waiting", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames((question) =>
    question.name.startsWith("hang") ? null : here(question),
  );
  const order: string[] = [];
  const hanging = Array.from({ length: 100 }, async (_, index) => {
    order.push((await failure(`http://hang${index}.example/`, { ...options, timeoutMs: 4_000 })).message);
  });
  // The name server shares this process: its socket overflows if it is asked everything at once.
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

test("a name server that never replies about IPv6 costs an IPv4 host little", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames((question) => (question.type === "A" ? here(question) : null));
  const order: string[] = [];
  await Promise.all([
    failure("http://hang.example/", {
      ...options,
      timeoutMs: 1_500,
      resolve: openDnsResolve([await silentServer()]),
    }).then(() => order.push("given up")),
    guardedFetch(`http://hooks.example:${port}/`, { ...options, timeoutMs: 4_000 }).then(() =>
      order.push("answered"),
    ),
  ]);
  expect(order).toEqual(["answered", "given up"]);
});

test("a host with IPv6 only is reached, also when nothing is ever said about IPv4", async () => {
  const port = await startOn("::1");
  for (const aboutIpv4 of [noData, serverFailure, null]) {
    const { options } = await withNames(({ type }) => (type === "AAAA" ? ipv6("::1") : aboutIpv4));
    expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
  }
});

test("an address that refuses does not keep the others from being tried", async () => {
  const port = await startOn("::1");
  const { options } = await withNames(({ type }) => (type === "A" ? ipv4("127.0.0.1") : ipv6("::1")));
  expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
});

test.each<[string, DnsReply | null, DnsReply | null, string]>([
  ["does not exist", noSuchName, noSuchName, "there is no host named hooks.example"],
  ["has no address", noData, noData, "hooks.example has no address"],
  [
    "has broken name servers",
    serverFailure,
    noData,
    "hooks.example could not be resolved: its name servers fail",
  ],
  ["gets no reply", null, null, "hooks.example could not be resolved in time"],
  ["gets half a reply", noData, null, "hooks.example could not be resolved in time"],
])("a name that %s is a dns failure that says so", async (_, forIpv4, forIpv6, message) => {
  const { options } = await withNames(({ type }) => (type === "A" ? forIpv4 : forIpv6));
  expect(await failure("http://hooks.example/", { ...options, timeoutMs: 500 })).toMatchObject({
    code: "dns",
    message,
  });
});

test("a name server that is not there, and a name that none could answer for, are dns failures", async () => {
  const unreachable = { ...overHttp, resolve: openDnsResolve(["127.0.0.1:1"]) };
  expect((await failure("http://hooks.example/", unreachable)).code).toBe("dns");
  const { options, questions } = await withNames(here);
  const label = "x".repeat(64);
  expect(await failure(`http://${label}.example/`, options)).toMatchObject({
    code: "dns",
    message: `${label}.example is not a valid host name`,
  });
  expect(questions).toEqual([]);
});

test("a name with thousands of addresses is refused, and one with a hundred is reached", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options } = await withNames(({ name, type }) => {
    if (type !== "A") return noData;
    return ipv4(...Array<string>(name.startsWith("huge") ? 4_000 : 100).fill("127.0.0.1"));
  });
  expect(await failure(`http://huge.example:${port}/`, options)).toMatchObject({
    code: "dns",
    message: "huge.example has more than 100 addresses",
  });
  expect((await guardedFetch(`http://hooks.example:${port}/`, options)).status).toBe(200);
});

test("names are asked for as they are: no search domains, no trailing dot, punycode", async () => {
  const { options, questions } = await withNames(() => noSuchName);
  // What a resolver would append to short names.
  process.env["LOCALDOMAIN"] = "corp.example";
  onTestFinished(() => {
    delete process.env["LOCALDOMAIN"];
  });
  for (const host of ["intranet", "intranet.", "bücher.example", "Ⓗooks.EXAMPLE."]) {
    await failure(`http://${host}/`, options);
  }
  expect([...new Set(questions.map(({ name }) => name))]).toEqual([
    "intranet",
    "xn--bcher-kva.example",
    "hooks.example",
  ]);
});

test("localhost is this machine without asking anyone, and only where loopback is allowed", async () => {
  const port = await startHttp((_, response) => response.end());
  const { options, questions } = await withNames(() => ipv4("8.8.8.8"));
  for (const host of ["localhost", "LOCALHOST.", "a.b.localhost"]) {
    expect((await guardedFetch(`http://${host}:${port}/`, options)).status).toBe(200);
    const outside: GuardedFetchOptions = { ...options, allowLoopback: false };
    expect((await failure(`http://${host}:${port}/`, outside)).code).toBe("blocked_address");
  }
  expect(questions).toEqual([]);
});

async function silentServer(): Promise<string> {
  return (await startNameServer(() => null)).server;
}

/** Answers every request with 200, on one address only. */
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
