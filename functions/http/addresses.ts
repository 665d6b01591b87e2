import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A public address by its registry. On every machine of Azure it is that machine's metadata service. */
const azureHost = "168.63.129.16";
const globalIpv6 = ipaddr.IPv6.parse("2000::");

/**
 * Whether the service may connect to an IP address: global unicast only, and loopback where the caller allows
 * it (the local runtime). Everything else is blocked, also an IPv6 address with a zone id.
 *
 * The ranges are those of the IANA special-purpose registries as `ipaddr.js` names them. For IPv6 "unicast"
 * alone is not enough: it means every address outside the named ranges, and so includes `::7f00:1`, which some
 * systems connect to as 127.0.0.1. Only addresses in 2000::/3 are global unicast (RFC 4291, section 2.4).
 */
export function isAllowedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  switch (isIP(address)) {
    case 4: {
      if (address === azureHost) return false;
      const range = ipaddr.IPv4.parse(address).range();
      return range === "unicast" || (allowLoopback && range === "loopback");
    }
    case 6: {
      if (address.includes("%")) return false;
      const parsed = ipaddr.IPv6.parse(address);
      const range = parsed.range();
      if (allowLoopback && range === "loopback") return true;
      return range === "unicast" && parsed.match(globalIpv6, 3);
    }
    default:
      return false;
  }
}
