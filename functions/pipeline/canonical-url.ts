const trackingParameter = /^(utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|ref|cmpid|at_.*)$/i;

/** A key that is equal for all addresses of one page: it ignores the scheme, "www.", tracking parameters and the fragment. */
export function canonicalUrl(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const parameters = [...searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
  const host = hostname.replace(/^www\./, "");
  const path = pathname.replace(/\/(index\.html?)?$/, "");
  return `${host}:${port}${path}?${parameters.join("&")}`;
}
