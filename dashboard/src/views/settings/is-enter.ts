import type { KeyboardEvent } from "react";

/** Whether the Enter key was pressed. Then the key does not submit the form around the control. */
export function isEnter(event: KeyboardEvent): boolean {
  if (event.key !== "Enter") return false;
  event.preventDefault();
  return true;
}
