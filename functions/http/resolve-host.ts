import { isIP } from "node:net";
import { isAllowedAddress } from "./addresses.ts";
import { isLocalName } from "./check-url.ts";
import { FetchError } from "./fetch-error.ts";

export type HostAddress = { address: string; family: 4 | 6 };

/** Answers the addresses of a name within the time, or rejects with a `FetchError`. */
export type Resolve = (host: string, limits: { timeoutMs: number }) => Promise<HostAddress[]>;

/** No honest name has more, and each is checked. */
const addressesMax = 100;

const loopback: readonly HostAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Resolves a host once and returns the addresses that may be connected to. One refused address among
 * them refuses the host: which of several a client takes is for whoever runs the name server to influence.
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
  // Never asked of a name server (RFC 6761, section 6.3), which could answer anything.
  return isLocalName(host) ? loopback : resolve(host, { timeoutMs });
}
