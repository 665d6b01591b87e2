import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDnsResolve } from "../../functions/http/dns-resolve.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { countConnections } from "../support/http/connections.ts";
import type { DnsRecord } from "../support/http/dns-message.ts";
import { failure, overHttp, overHttps } from "../support/http/failure.ts";
import { forbiddenIpv4, forbiddenIpv6, forbiddenNames, spellings } from "../support/http/forbidden.ts";
import { startNameServer } from "../support/http/name-server.ts";
import { startHttp } from "../support/http/receiver.ts";

/** As in production: no loopback. */
const delivery: GuardedFetchOptions = { ...overHttps, allowLoopback: false, method: "POST", body: "{}" };
/** What the service allows most to: plain http and redirects. */
const feed: GuardedFetchOptions = { ...overHttp, allowLoopback: false, maxRedirects: 3 };

/** Listens on every address of this machine: what reaches it would have reached something private. */
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

/** Spellings, names and redirects, each counted once whatever the scheme. */
const tried = new Set<string>();
let connectionsMade = 0;
afterAll(() => {
  console.log(`forbidden addresses tried: ${tried.size}, connections: ${connectionsMade}`);
});

/** Tries each once and counts; answers those that were refused for another reason than the given. */
async function refusals(
  attempts: ReadonlyArray<{ url: string; options: GuardedFetchOptions }>,
  codes: readonly string[],
): Promise<string[]> {
  const connections = countConnections();
  const unexpected: string[] = [];
  for (const { url, options } of attempts) {
    const { code } = await failure(url, options);
    tried.add(url.replace(/^https?:/, ""));
    if (!codes.includes(code)) unexpected.push(`${url}: ${code}`);
  }
  connectionsMade += connections();
  expect(connections()).toBe(0);
  expect(trap.seen()).toBe(0);
  return unexpected;
}

test("the counter sees connections, and the trap what reaches this machine", async () => {
  const connections = countConnections();
  const port = await startHttp((_, response) => response.end());
  await guardedFetch(`http://localhost:${port}/`, overHttp);
  await failure(`https://127.0.0.1:${port}/`, overHttps);
  expect(connections()).toBe(2);
});

test("no spelling of a forbidden address in a URL leads to a connection", async () => {
  const inFull = ["127.0.0.1", "169.254.169.254", "10.0.0.1", "100.100.100.200", "192.168.1.1", "0.0.0.0"];
  const hosts = [
    ...inFull.flatMap(spellings),
    ...forbiddenIpv4,
    ...forbiddenIpv6.flatMap((address) => [`[${address}]`, `[${address.toUpperCase()}]`]),
    ...forbiddenNames,
  ];
  const attempts = hosts.flatMap((host) => {
    // A port must stand before a query or fragment, and is what would reach the trap.
    const [, authority = "", rest = ""] = /^([^#?\\]*)(.*)$/su.exec(host) ?? [];
    const target = `${authority}:${trap.port}${rest}/`;
    return [
      { url: `https://${target}`, options: delivery },
      { url: `http://${target}`, options: feed },
    ];
  });
  expect(await refusals(attempts, ["bad_url", "blocked_address"])).toEqual([]);
});

test("no name that resolves to a forbidden address leads to a connection", async () => {
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
  expect(await refusals(attempts, ["blocked_address"])).toEqual([]);
});

test("no redirect to a forbidden address leads to a second connection", async () => {
  // Loopback must be allowed here, or the first hop would be refused.
  const hosts = [...forbiddenIpv4, ...forbiddenIpv6.map((address) => `[${address}]`)].filter(
    (host) => !host.startsWith("127.") && host !== "[::1]",
  );
  let location = "";
  const port = await startHttp((_, response) => response.writeHead(302, { Location: location }).end());
  const connections = countConnections();
  const reached: string[] = [];
  for (const host of hosts) {
    location = `http://${host}:${trap.port}/`;
    const { code } = await failure(`http://127.0.0.1:${port}/`, { ...feed, allowLoopback: true });
    if (code !== "bad_url" && code !== "blocked_address") reached.push(`${host}: ${code}`);
    tried.add(`redirect to ${host}`);
    // One connection is to the server that redirects.
    connectionsMade -= 1;
  }
  connectionsMade += connections();
  expect(reached).toEqual([]);
  expect(trap.seen()).toBe(0);
});

test("at least 200 were tried in all, and not one connection made", () => {
  expect(tried.size).toBeGreaterThanOrEqual(200);
  expect(connectionsMade).toBe(0);
});
