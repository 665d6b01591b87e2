const charactersMax = 2_000;

/** Where a platform says that a post can be seen; null if it names no usable address. */
export function externalUrlOf(url: unknown): string | null {
  if (typeof url !== "string" || url.length > charactersMax) return null;
  const parsed = URL.parse(url);
  return parsed !== null && ["https:", "http:"].includes(parsed.protocol) ? parsed.href : null;
}
