import { useRef } from "react";

/**
 * Returns a function that starts a piece of work only if the one before has ended. A second click can arrive before the
 * button of the first one is drawn as busy.
 */
export function useSingle(): (start: (onSettled: () => void) => void) => void {
  const isRunning = useRef(false);
  return (start) => {
    if (isRunning.current) return;
    isRunning.current = true;
    start(() => {
      isRunning.current = false;
    });
  };
}
