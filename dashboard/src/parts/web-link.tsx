import { UserText } from "./user-text.tsx";

/** An http or https URL; null for any other text. */
export function webUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) ? url : null;
}

/** Shows an address from outside, or a text that links to it. It is a link only if the address is http or https. */
export function WebLink({ url, children }: { url: string; children?: string }) {
  const words = <UserText>{children ?? url}</UserText>;
  if (webUrl(url) === null) return words;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {words}
    </a>
  );
}
