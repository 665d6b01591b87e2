import { useSyncExternalStore } from "react";

let isEnded = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (isEnded === value) return;
  isEnded = value;
  for (const listener of listeners) listener();
}

/** Tells the page that the API no longer accepts its session. */
export const sessionEnded = () => set(true);

/** Tells the page that it has a session again. */
export const sessionBegun = () => set(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the session has ended while the page was open. */
export const useSessionEnded = () => useSyncExternalStore(subscribe, () => isEnded);
