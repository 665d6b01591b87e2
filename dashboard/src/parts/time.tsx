import { useSyncExternalStore } from "react";
import { formatTime, relativeTime } from "../text/time.ts";

interface TimeProps {
  /** ISO 8601. */
  at: string | null;
  /** An IANA time zone, usually the brand's. @default the browser's */
  zone?: string | undefined;
  /** Shows "in 5 minutes" in place of the time; the time is its tooltip. @default false */
  relative?: boolean;
}

/** An instant, in words. A dash where there is none. */
export function Time({ at, zone, relative = false }: TimeProps) {
  const nowMs = useNow();
  if (at === null) return <>–</>;
  const exact = formatTime(at, zone);
  return (
    <time dateTime={at} title={relative ? exact : relativeTime(at, nowMs)}>
      {relative ? relativeTime(at, nowMs) : exact}
    </time>
  );
}

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, in milliseconds since the epoch. It is read every ten seconds. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);
