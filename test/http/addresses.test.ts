import { isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isAllowedAddress } from "../../functions/http/addresses.ts";
import { checkUrl } from "../../functions/http/check-url.ts";

/** The ranges of IANA's special-purpose registries and other blocked ranges, written here independently of the tested code. */
const specialIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
  // Not in the registries: the host of every Azure machine.
  "168.63.129.16/32",
];
const specialIpv6 = [
  "::/128",
  "::1/128",
  "::/96",
  "::ffff:0:0/96",
  "::ffff:0:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001::/32",
  "2001:2::/48",
  "2001:10::/28",
  "2001:20::/28",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "4000::/3",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

function ipv4Number(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

const groups = (part: string) => (part === "" ? [] : part.split(":"));

function ipv6Number(address: string): bigint {
  const [head = "", tail] = address.split("::");
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(zeros).fill("0"), ...groups(tail ?? "")];
  return all.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
const grouped = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(
    ":",
  );

const specialIpv4Arbitrary = fc
  .tuple(fc.constantFrom(...specialIpv4), fc.nat(0xffffffff))
  .map(([range, random]) => {
    const [base = "", bits] = range.split("/");
    const size = 2 ** (32 - Number(bits));
    return ipv4Number(base) + (random % size);
  });
const specialIpv6Arbitrary = fc
  .tuple(fc.constantFrom(...specialIpv6), fc.bigInt(0n, 2n ** 128n - 1n))
  .map(([range, random]) => {
    const [base = "", bits] = range.split("/");
    return ipv6Number(base) + (random % 2n ** (128n - BigInt(bits ?? 0)));
  });

/** Returns every spelling of an IPv4 address that some URL parser or resolver accepts. */
function ipv4Spellings(value: number): string[] {
  const parts = dotted(value).split(".").map(Number);
  const hex = parts.map((part) => `0x${part.toString(16)}`);
  const octal = parts.map((part) => `0${part.toString(8)}`);
  return [
    dotted(value),
    `${dotted(value)}.`,
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,
    hex.join("."),
    octal.join("."),
    `${hex[0]}.${octal[1]}.${(parts[2] ?? 0) * 256 + (parts[3] ?? 0)}`,
    `${parts[0]}.${value % 2 ** 24}`,
    dotted(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted(value).replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  ];
}

/** Returns spellings of an IPv6 address: in full, shortest, in capitals, and with its end as an IPv4 address. */
function ipv6Spellings(value: bigint): string[] {
  const all = grouped(value).split(":");
  const head = all.slice(0, 6).join(":");
  const inFull = all.map((group) => group.padStart(4, "0")).join(":");
  const shortest = new URL(`https://[${inFull}]/`).hostname.slice(1, -1);
  return [
    grouped(value),
    inFull,
    inFull.toUpperCase(),
    shortest,
    shortest.toUpperCase(),
    `${head}:${dotted(Number(value & 0xffffffffn))}`,
  ];
}

/** Returns the IPv6 addresses that some network would route to the IPv4 address. */
function embeddingsOf(value: number): string[] {
  const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)];
  return [
    `::ffff:${dotted(value)}`,
    `::ffff:${high}:${low}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001::${high}:${low}`,
  ];
}

const isBlocked = (address: string) =>
  !isAllowedAddress(address, { allowLoopback: false }) &&
  checkUrl(`https://${isIPv6(address) ? `[${address}]` : address}/`) !== null;

it("every IPv4 address of a special range is blocked in every spelling", () => {
  fc.assert(
    fc.property(specialIpv4Arbitrary, (value) => {
      expect(isAllowedAddress(dotted(value), { allowLoopback: false })).toBe(false);
      for (const host of ipv4Spellings(value))
        expect([host, checkUrl(`https://${host}/`)]).not.toContain(null);
    }),
    { numRuns: 400 },
  );
});

it("every IPv6 address of a special range is blocked in every spelling", () => {
  fc.assert(
    fc.property(specialIpv6Arbitrary, (value) => {
      expect(ipv6Spellings(value).filter((address) => !isBlocked(address))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it("every IPv6 form of an IPv4 address is blocked, even of a public one", () => {
  fc.assert(
    fc.property(fc.oneof(specialIpv4Arbitrary, fc.nat(0xffffffff)), (value) => {
      expect(embeddingsOf(value).filter((address) => !isBlocked(address))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it.each(["::7f00:1", "100:0:0:1::", "4000::1", "fe80::1%eth0", "2606:4700::1%1", "localhost", "", "1.2.3"])(
  "the address %j is not allowed",
  (address) => {
    expect(isAllowedAddress(address, { allowLoopback: false })).toBe(false);
  },
);

it("loopback, and no other private address, is allowed when the caller allows it", () => {
  const allowed = [
    "127.0.0.1",
    "127.9.9.9",
    "::1",
    "10.0.0.1",
    "0.0.0.0",
    "::ffff:127.0.0.1",
    "169.254.169.254",
  ].filter((address) => isAllowedAddress(address, { allowLoopback: true }));
  expect(allowed).toEqual(["127.0.0.1", "127.9.9.9", "::1"]);
});

const isSpecialIpv6 = (value: bigint) =>
  [...specialIpv6, "2620:4f:8000::/48"].some((range) => {
    const [base = "", bits] = range.split("/");
    const rest = 128n - BigInt(bits ?? 0);
    return value >> rest === ipv6Number(base) >> rest;
  });

const isSpecial = (value: number) =>
  [...specialIpv4, "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24"].some((range) => {
    const [base = "", bits] = range.split("/");
    const size = 2 ** (32 - Number(bits));
    return value >= ipv4Number(base) && value < ipv4Number(base) + size;
  });

it("every public IPv4 address is allowed in every spelling", () => {
  fc.assert(
    fc.property(
      fc.nat(0xffffffff).filter((value) => !isSpecial(value)),
      (value) => {
        expect(isAllowedAddress(dotted(value), { allowLoopback: false })).toBe(true);
        for (const host of ipv4Spellings(value)) expect([host, checkUrl(`https://${host}/`)]).toContain(null);
      },
    ),
    { numRuns: 300 },
  );
});

it("every other IPv6 address of the global unicast range is allowed in every spelling", () => {
  fc.assert(
    fc.property(
      fc.bigInt(2n ** 125n, 2n ** 126n - 1n).filter((value) => !isSpecialIpv6(value)),
      (value) => {
        for (const address of ipv6Spellings(value)) {
          expect([address, isAllowedAddress(address, { allowLoopback: false })]).toContain(true);
          expect([address, checkUrl(`https://[${address}]/`)]).toContain(null);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it("the IPv6 addresses of the registries' allocations are allowed", () => {
  const allocations = fc.constantFrom(
    "2400:cb00::",
    "2606:4700::",
    "2a00:1450::",
    "2001:4860::",
    "2c0f:f248::",
  );
  fc.assert(
    fc.property(allocations, fc.bigInt(0n, 2n ** 96n - 1n), (base, random) => {
      const address = grouped(ipv6Number(base) + random);
      expect([address, isAllowedAddress(address, { allowLoopback: false })]).toContain(true);
      expect([address, checkUrl(`https://[${address}]/`)]).toContain(null);
    }),
  );
});

it("checkUrl returns the same for a URL and its parsed form, and for all spellings of an address", () => {
  const anyIpv4 = fc.oneof(specialIpv4Arbitrary, fc.nat(0xffffffff)).map(ipv4Spellings);
  const anyIpv6 = fc
    .oneof(specialIpv6Arbitrary, fc.bigInt(0n, 2n ** 128n - 1n))
    .map((value) => ipv6Spellings(value).map((address) => `[${address}]`));
  fc.assert(
    fc.property(fc.oneof(anyIpv4, anyIpv6), (hosts) => {
      const results = hosts.flatMap((host) => {
        const url = `https://${host}/hook`;
        return [checkUrl(url), checkUrl(new URL(url).href)];
      });
      expect(new Set(results)).toHaveProperty("size", 1);
    }),
    { numRuns: 300 },
  );
});
