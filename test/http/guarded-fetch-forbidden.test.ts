import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDnsResolve } from "../../functions/http/dns-resolve.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { countConnections } from "../support/http/count-connections.ts";
import type { DnsRecord } from "../support/http/dns-message.ts";
import {
  forbiddenIpv4,
  forbiddenIpv6,
  forbiddenNames,
  spellings,
} from "../support/http/forbidden-addresses.ts";
import { fetchError, httpOptions, httpsOptions } from "../support/http/guarded-fetch.ts";
import { startNameServer } from "../support/http/name-server.ts";
import { startHttp } from "../support/http/servers.ts";

/** The options of a delivery in production, where loopback is forbidden. */
const delivery: GuardedFetchOptions = { ...httpsOptions, allowLoopback: false, method: "POST", body: "{}" };
/** The options with the most permissions in the service: plain http and redirects. */
const feed: GuardedFetchOptions = { ...httpOptions, allowLoopback: false, maxRedirects: 3 };

/** Listens on every address of this machine. A connection to it would have reached a private address. */
let trap: { port: number; seen: () => number; server: Server };
beforeAll(async () => {
  let seen = 0;
  const server = createServer((socket) => {
    seen += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  trap = { port: address.port, seen: () => seen, server };
});
afterAll(() => void trap.server.close());

/** The spellings, names and redirects tried so far, each once for all schemes. */
const tried = new Set<string>();
let connectionsMade = 0;
afterAll(() => {
  console.log(`forbidden addresses tried: ${tried.size}, connections: ${connectionsMade}`);
});

/** Fetches each URL once and counts the connections. Returns those that failed with another code than the given ones. */
async function unexpectedFailures(
  attempts: ReadonlyArray<{ url: string; options: GuardedFetchOptions }>,
  codes: readonly string[],
): Promise<string[]> {
  const connections = countConnections();
  const unexpected: string[] = [];
  for (const { url, options } of attempts) {
    const { code } = await fetchError(url, options);
    tried.add(url.replace(/^https?:/, ""));
    if (!codes.includes(code)) unexpected.push(`${url}: ${code}`);
  }
  connectionsMade += connections();
  expect(connections()).toBe(0);
  expect(trap.seen()).toBe(0);
  return unexpected;
}

it("the connection counter counts every connection of a fetch", async () => {
  const connections = countConnections();
  const port = await startHttp((_, response) => response.end());
  await guardedFetch(`http://localhost:${port}/`, httpOptions);
  await fetchError(`https://127.0.0.1:${port}/`, httpsOptions);
  expect(connections()).toBe(2);
});

it("no spelling of a forbidden address in a URL leads to a connection", async () => {
  const inFull = ["127.0.0.1", "169.254.169.254", "10.0.0.1", "100.100.100.200", "192.168.1.1", "0.0.0.0"];
  const hosts = [
    ...inFull.flatMap(spellings),
    ...forbiddenIpv4,
    ...forbiddenIpv6.flatMap((address) => [`[${address}]`, `[${address.toUpperCase()}]`]),
    ...forbiddenNames,
  ];
  const attempts = hosts.flatMap((host) => {
    // The port of the trap must come before a query or fragment.
    const [, authority = "", rest = ""] = /^([^#?\\]*)(.*)$/su.exec(host) ?? [];
    const target = `${authority}:${trap.port}${rest}/`;
    return [
      { url: `https://${target}`, options: delivery },
      { url: `http://${target}`, options: feed },
    ];
  });
  expect(await unexpectedFailures(attempts, ["bad_url", "blocked_address"])).toEqual([]);
});

it("no name that resolves to a forbidden address leads to a connection", async () => {
  const addresses = [...forbiddenIpv4, ...forbiddenIpv6];
  const recordsOf = (name: string): DnsRecord[] => {
    const [kind, index] = name.split(/[-.]/);
    const value = addresses[Number(index)] ?? "";
    const record: DnsRecord = { type: value.includes(":") ? "AAAA" : "A", value };
    const publicOne: DnsRecord =
      record.type === "A" ? { type: "A", value: "8.8.8.8" } : { type: "AAAA", value: "2606:4700::1111" };
    if (kind === "mixed") return [publicOne, record];
    if (kind === "alias")
      return [
        { type: "CNAME", value: "inner.example" },
        { ...record, name: "inner.example" },
      ];
    return [record];
  };
  const { server } = await startNameServer(({ name, type }) => {
    const records = recordsOf(name);
    return records.at(-1)?.type === type ? { records } : {};
  });
  const resolve = openDnsResolve([server]);
  const attempts = addresses.flatMap((_, index) =>
    ["only", "mixed", "alias"].map((kind) => ({
      url: `https://${kind}-${index}.example:${trap.port}/`,
      options: { ...delivery, resolve },
    })),
  );
  expect(await unexpectedFailures(attempts, ["blocked_address"])).toEqual([]);
});

it("no redirect to a forbidden address leads to a second connection", async () => {
  // Loopback must be allowed here, or the first request would be blocked.
  const hosts = [...forbiddenIpv4, ...forbiddenIpv6.map((address) => `[${address}]`)].filter(
    (host) => !host.startsWith("127.") && host !== "[::1]",
  );
  let location = "";
  const port = await startHttp((_, response) => response.writeHead(302, { Location: location }).end());
  const connections = countConnections();
  const reached: string[] = [];
  for (const host of hosts) {
    location = `http://${host}:${trap.port}/`;
    const { code } = await fetchError(`http://127.0.0.1:${port}/`, { ...feed, allowLoopback: true });
    if (code !== "bad_url" && code !== "blocked_address") reached.push(`${host}: ${code}`);
    tried.add(`redirect to ${host}`);
    // One connection is to the redirecting server.
    connectionsMade -= 1;
  }
  connectionsMade += connections();
  expect(reached).toEqual([]);
  expect(trap.seen()).toBe(0);
});

it("at least 200 forbidden addresses were tried, and no connection was made", () => {
  expect(tried.size).toBeGreaterThanOrEqual(200);
  expect(connectionsMade).toBe(0);
});
