import { createHash } from "node:crypto";

/**
 * A digest of a visitor's network, in place of its address. A network is one visitor: an IPv4 address, or the /64 of an
 * IPv6 address, in which a visitor can choose any address. The User-Agent is not part of it, because it is free to
 * change.
 * @param scope what the visitor is known for: digests of two scopes cannot be compared
 */
export function visitorDigest(scope: string, address: string): Buffer {
  return createHash("sha256")
    .update(`${scope}|${networkOf(address)}`)
    .digest();
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const after = tail?.split(":").filter((group) => group !== "").length ?? 0;
  // A `::` stands for the zeros that are missing from eight groups.
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...(tail?.split(":") ?? [])];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Programs that follow every link: crawlers, previews of links in messages, feed readers, monitors, HTTP libraries. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|feed ?fetcher|monitor|pingdom|lighthouse|headless|phantomjs|scrapy|python|libwww|java\/|okhttp|axios|node-fetch|undici|go-http-client|apache-httpclient/i;

/** Whether nobody reads the response: a program follows the link, or a browser loads it in advance. */
export function isAutomatic(headers: Readonly<Record<string, string | undefined>>): boolean {
  const agent = headers["user-agent"] ?? "";
  const purpose = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]].join(" ");
  return agent.trim() === "" || programs.test(agent) || /prefetch|preview/i.test(purpose);
}
