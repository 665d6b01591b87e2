import { UserText } from "./user-text.tsx";

/** An http or https URL; null for any other text. */
export function webUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) ? url : null;
}

/** An address from outside, or a text that links to it. Only http and https addresses become links. */
export function WebLink({ url, children }: { url: string; children?: string }) {
  const words = <UserText>{children ?? url}</UserText>;
  if (webUrl(url) === null) return words;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      {words}
    </a>
  );
}
