/**
 * The URL with the parameters added. Its own query stays as it is written, byte for byte, but for parameters of
 * the same names: a source's own utm_source would count the brand's clicks for the source.
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
