import { useRef } from "react";

/**
 * Returns a function that starts work only if the previous work has ended. A second click can arrive before the button
 * is rendered as busy.
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
