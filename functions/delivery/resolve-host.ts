import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isAllowedAddress } from "./addresses.ts";
import { FetchError } from "./fetch-error.ts";

export type HostAddress = { address: string; family: number };
export type Resolve = (host: string) => Promise<HostAddress[]>;

export const systemResolve: Resolve = (host) => lookup(host, { all: true });

/**
 * Resolves a host once and returns the addresses that may be connected to. One refused address among them
 * refuses the host: which of several a client takes is for whoever runs the name server to influence.
 */
export async function resolveHost(
  host: string,
  limits: { resolve: Resolve; timeoutMs: number; allowLoopback: boolean },
): Promise<HostAddress[]> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolveInTime(host, limits) : [{ address: host, family }];
  if (addresses.length === 0) throw new FetchError("dns", `${host} has no address`);
  if (!addresses.every(({ address }) => isAllowedAddress(address, limits))) {
    throw new FetchError("blocked_address", `${host} is not at a public address`);
  }
  return addresses;
}

async function resolveInTime(
  host: string,
  { resolve, timeoutMs }: { resolve: Resolve; timeoutMs: number },
): Promise<HostAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FetchError("dns", `${host} could not be resolved in time`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([resolve(host), late]);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError("dns", `${host} could not be resolved`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
