const trackingParameter = /^(utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|ref|cmpid|at_.*)$/i;

/** A key under which the addresses of one page are equal: scheme, "www.", tracking and fragment do not matter. */
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
