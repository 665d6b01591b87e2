/**
 * Adds the parameters to a URL. The URL's own query stays as it is, byte for byte, except for parameters of the same names,
 * which are replaced: a utm_source of the source would count the brand's clicks for the source.
 */
export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  const kept = target.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !Object.hasOwn(parameters, part.split("=", 1)[0] ?? ""));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  );
  target.search = [...kept, ...added].join("&");
  return target.href;
}
