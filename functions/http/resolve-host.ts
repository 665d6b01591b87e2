import { isIP } from "node:net";
import { isAllowedAddress } from "./addresses.ts";
import { isLocalName } from "./check-url.ts";
import { FetchError } from "./fetch-error.ts";

export type HostAddress = { address: string; family: 4 | 6 };

/** Returns the addresses of a name within the time limit. Rejects with a `FetchError`. */
export type Resolve = (host: string, limits: { timeoutMs: number }) => Promise<HostAddress[]>;

/** Real names have fewer. Each address is checked, so more would cost time. */
const addressesMax = 100;

const loopback: readonly HostAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Resolves a host once and returns the addresses to connect to. If one of them is blocked, the whole host is blocked:
 * the owner of the name server can influence which of several addresses a client uses.
 */
export async function resolveHost(
  host: string,
  limits: { resolve: Resolve; timeoutMs: number; allowLoopback: boolean },
): Promise<readonly HostAddress[]> {
  const addresses = await addressesOf(host, limits);
  if (addresses.length === 0) throw new FetchError("dns", `${host} has no address`);
  if (addresses.length > addressesMax) {
    throw new FetchError("dns", `${host} has more than ${addressesMax} addresses`);
  }
  if (!addresses.every(({ address }) => isAllowedAddress(address, limits))) {
    throw new FetchError("blocked_address", `${host} is not at a public address`);
  }
  return addresses;
}

async function addressesOf(
  host: string,
  { resolve, timeoutMs }: { resolve: Resolve; timeoutMs: number },
): Promise<readonly HostAddress[]> {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  // Do not ask a name server for localhost (RFC 6761, section 6.3): it could return any address.
  return isLocalName(host) ? loopback : resolve(host, { timeoutMs });
}
