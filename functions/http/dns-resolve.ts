import { Resolver } from "node:dns/promises";
import { FetchError } from "./fetch-error.ts";
import type { HostAddress, Resolve } from "./resolve-host.ts";

/** How long the first try waits for a reply. Each further try waits twice as long. */
const firstTryMs = 1_000;
const triesMax = 3;
/** How long to wait for IPv6 addresses after the IPv4 ones have come: some name servers never reply about IPv6. */
const ipv6GraceMs = 250;

type FamilyResponse = { addresses: readonly HostAddress[]; problem: string };

/**
 * Makes a resolver that asks name servers over its own sockets. `dns.lookup` would block one of the process's few
 * threads for each name, so a few names that hang would make every other name wait. Names are absolute: search domains
 * and the hosts file are not used. Nothing is cached. The resolver rejects with a `FetchError` when there is no address,
 * or none in time.
 *
 * @param servers IP addresses, each with a port if it is not 53. The default is the system's name servers.
 */
export function openDnsResolve(servers?: readonly string[]): Resolve {
  return async (host, { timeoutMs }) => {
    // One resolver for each name, because `cancel` cancels all queries of a resolver. It costs 60 µs.
    const resolver = new Resolver({ timeout: firstTryMs, tries: triesMax });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    const timers = [setTimeout(cancel, timeoutMs)];
    try {
      const asked = [answerOf(resolver.resolve4(host), 4), answerOf(resolver.resolve6(host), 6)] as const;
      const ipv4 = await asked[0];
      if (ipv4.addresses.length > 0) timers.push(setTimeout(cancel, ipv6GraceMs));
      const ipv6 = await asked[1];
      const addresses = [...ipv4.addresses, ...ipv6.addresses];
      if (addresses.length === 0) throw failure(host, [ipv4.problem, ipv6.problem]);
      return addresses;
    } finally {
      timers.forEach(clearTimeout);
    }
  };
}

async function answerOf(asked: Promise<string[]>, family: 4 | 6): Promise<FamilyResponse> {
  try {
    const addresses = await asked;
    return { addresses: addresses.map((address) => ({ address, family })), problem: "ENODATA" };
  } catch (error) {
    return { addresses: [], problem: error instanceof Error && "code" in error ? String(error.code) : "" };
  }
}

/** The error for a name without an address, from the codes of c-ares for IPv4 and IPv6. */
function failure(host: string, problems: readonly string[]): FetchError {
  // ENOTFOUND is about the name itself. ENODATA is only about one address family: prefer the code of the other.
  const problem = problems.includes("ENOTFOUND")
    ? "ENOTFOUND"
    : (problems.find((code) => code !== "ENODATA") ?? "ENODATA");
  return new FetchError("dns", describe(host, problem), { cause: new Error(problem) });
}

function describe(host: string, problem: string): string {
  switch (problem) {
    case "ENOTFOUND":
      return `there is no host named ${host}`;
    case "ENODATA":
      return `${host} has no address`;
    case "EBADNAME":
      return `${host} is not a valid host name`;
    case "ETIMEOUT":
    case "ECANCELLED":
      return `${host} could not be resolved in time`;
    default:
      return `${host} could not be resolved: its name servers fail`;
  }
}
