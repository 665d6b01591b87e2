import { useSyncExternalStore } from "react";

const path = "/review";
const listeners = new Set<() => void>();

/** The token of the review link that opened the page. It is in no storage: a page that is loaded again does not have it. */
let token = takeToken();

// Another review link that is opened in the same tab changes only what follows the `#`, so the page stays. This listener is
// older than the router's, so the router never sees the token.
window.addEventListener("popstate", () => {
  const next = takeToken();
  if (next === null) return;
  token = next;
  for (const listener of listeners) listener();
});

/** Returns the token in the address, and removes it there, so that no one finds it on the screen or in the history. */
function takeToken(): string | null {
  const { pathname, search, hash } = window.location;
  if (pathname !== path || hash.length < 2) return null;
  window.history.replaceState(window.history.state, "", pathname + search);
  return hash.slice(1);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token of the review link that was opened last; null if there is none. */
export const useReviewToken = () => useSyncExternalStore(subscribe, () => token);
