/**
 * The origin and the path of a URL, for errors, logs and events. The rest can hold secrets: the user name and the password,
 * the query (a feed's token) and the fragment.
 */
export function redactUrl(url: string): string {
  const { origin = "", pathname = "" } = URL.parse(url) ?? {};
  return `${origin}${pathname}`;
}
