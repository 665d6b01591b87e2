import type { KeyboardEvent } from "react";

/** Does something on the Enter key in place of submitting the form around the control. */
export function onEnter(action: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    action();
  };
}
