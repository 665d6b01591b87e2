const hostsIn = (byReason: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(byReason).flatMap((hosts) => hosts.split(" "));

/** Addresses that the service must not connect to: those of IANA's registries, and one more. */
export const forbiddenIpv4 = hostsIn({
  "this network": "0.0.0.0 0.0.0.1 0.255.255.255",
  loopback: "127.0.0.1 127.0.1.1 127.255.255.254",
  private: "10.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255",
  "carrier-grade NAT": "100.64.0.1 100.127.255.255",
  "metadata of Alibaba": "100.100.100.200",
  "metadata of AWS, GCP, Azure and Oracle": "169.254.169.254",
  "credentials of AWS containers, its clock and name server":
    "169.254.170.2 169.254.170.23 169.254.169.123 169.254.169.253",
  "link-local": "169.254.0.1 169.254.0.23 169.254.255.255",
  "protocol assignments": "192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.255",
  "metadata of Oracle, formerly": "192.0.0.192",
  documentation: "192.0.2.1 198.51.100.1 203.0.113.255",
  "6to4 relays": "192.88.99.1",
  benchmarking: "198.18.0.1 198.19.255.255",
  multicast: "224.0.0.1 239.255.255.255",
  "reserved and broadcast": "240.0.0.1 255.255.255.254 255.255.255.255",
  "public, but the host of every Azure machine": "168.63.129.16",
});

export const forbiddenIpv6 = hostsIn({
  "unspecified and loopback": ":: ::1",
  mapped: "::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8",
  compatible: "::127.0.0.1 ::169.254.169.254 ::8.8.8.8 ::2",
  translated: "::ffff:0:127.0.0.1 ::ffff:0:10.0.0.1",
  NAT64: "64:ff9b::127.0.0.1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b::a00:1",
  "NAT64, local": "64:ff9b:1:: 64:ff9b:1::7f00:1 64:ff9b:1:ffff:ffff:ffff:a9fe:a9fe",
  discard: "100:: 100::1 100:0:0:1::1",
  Teredo: "2001:: 2001::1 2001:0:7f00:1:: 2001:0:a9fe:a9fe::1",
  "protocol assignments": "2001:1::1 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
  benchmarking: "2001:2:: 2001:2:0:ffff::1",
  "AMT and AS112": "2001:3::1 2001:4:112::1 2620:4f:8000::1",
  "ORCHID, old and new, and drones": "2001:10::1 2001:1f::1 2001:20::1 2001:2f::1 2001:30::1",
  documentation: "2001:db8:: 2001:db8::1 2001:db8:ffff:ffff::1 3fff::1 3fff:fff:ffff::1",
  "6to4": "2002:: 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:a00:1::1 2002:808:808::8",
  "segment routing": "5f00::1",
  "not allocated": "4000::1 1000::1 8000::1 e000::1 200::1 400::1",
  "unique local": "fc00::1 fd00::1",
  "metadata of AWS, its clock, name server and credentials":
    "fd00:ec2::254 fd00:ec2::123 fd00:ec2::253 fd00:ec2::23",
  "metadata of GCP": "fd20:ce::254",
  "link-local": "fe80::1 fe80::a9fe:a9fe febf:ffff::1",
  "site-local": "fec0::1 feff::1",
  multicast: "ff00:: ff02::1 ff0e::1",
});

/** Names of machines near the service, and spellings at the edge of the address rules. */
export const forbiddenNames = hostsIn({
  "this machine": "localhost LOCALHOST localhost. localhost.. a.localhost",
  "this machine, written otherwise": "loc%61lhost ⓛocalhost loc\u00adalhost ｌｏｃａｌｈｏｓｔ",
  "inside a network":
    "metadata.google.internal METADATA.GOOGLE.INTERNAL. instance-data.ec2.internal printer.local router.home.arpa",
  "no name": ". .. .example a..example",
  "no address": "1.1.1.1.1 256.0.0.1 [127.0.0.1] [::127.0.0.1.] [::ffff:0x7f.0.0.1] [v1.fe80::1] ::1",
  zones: "[fe80::1%25eth0] [fe80::1%eth0] [::1%25lo] [::1%lo]",
  "IPv6 in full": "[0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001]",
  "short forms": "0 0x 127.1 127.0.1 0177.1",
});

/** Returns every spelling of an IPv4 address in a URL that some parser, resolver or C library accepts. */
export function spellings(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const value = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = parts.map((part) => `0x${part.toString(16)}`);
  const octal = parts.map((part) => `0${part.toString(8)}`);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
  const digits = (from: number, zero: number) =>
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit === "0" ? zero : from + Number(digit)));
  return [
    address,
    `${address}.`,
    `${address}..`,
    String(value),
    `${value}.`,
    `0x${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase()}`,
    `0${value.toString(8)}`,
    hex.join("."),
    octal.join("."),
    parts.map((part) => `0000${part.toString(8)}`).join("."),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex[0]}.${octal[1]}.${c}.${hex[3]}`,
    // Full-width, mathematical and circled digits. The circled zero is not next to the other circled digits.
    digits(0xff10, 0xff10),
    digits(0x1d7ce, 0x1d7ce),
    digits(0x245f, 0x24ea),
    address.replaceAll(".", "\u3002"),
    address.replaceAll(".", "\uff0e"),
    address.replaceAll(".", "\uff61"),
    address.replaceAll(".", "%2e"),
    address.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    `[::ffff:${address}]`,
    `[::FFFF:${groups.toUpperCase()}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${groups}]`,
    `[64:ff9b::${groups}]`,
    `[2002:${groups}::]`,
    `example.com@${address}`,
    `example.com:443@${address}`,
    `${address}@${address}`,
    `@${address}`,
    `${address}#@example.com`,
    `${address}?@example.com`,
    `${address}\\@example.com`,
    `${address}\t`,
    `${address}%00.example.com`,
    `${address}%20`,
  ];
}
