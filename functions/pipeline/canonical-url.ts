const trackingParameter = /^(utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|ref|cmpid|at_.*)$/i;

/** Fragments that name a place in every page, or count visits, and do not tell one item of a page from another. */
const meaninglessFragment =
  /^(top|main|content|main-content|page|start|rss|feed|comments?|respond|reply|disqus_thread|comment-\d+|more-\d+|sthash\..*)$/i;
/** The name of a section, or the path of a single-page site ("/posts/1", "!/posts/1"). Counters have "=", "." in front or "_". */
const namingFragment = /^(!?\/.+|[\p{L}\p{N}][\p{L}\p{M}\p{N}._~:-]*)$/u;

/**
 * A key that is equal for all addresses of one item: it ignores the scheme, "www." and tracking parameters. A fragment that
 * names a section counts, because the items of a changelog are sections of one page; other fragments do not.
 */
export function canonicalUrl(url: string): string {
  const { hostname, port, pathname, searchParams, hash } = new URL(url);
  const parameters = [...searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
  const host = hostname.replace(/^www\./, "");
  const path = pathname.replace(/\/(index\.html?)?$/, "");
  return `${host}:${port}${path}?${parameters.join("&")}${sectionOf(hash)}`;
}

function sectionOf(hash: string): string {
  const fragment = decoded(hash.slice(1));
  return namingFragment.test(fragment) && !meaninglessFragment.test(fragment) ? `#${fragment}` : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
