import { useSyncExternalStore } from "react";
import { Button } from "./button.tsx";

interface Toast {
  id: number;
  text: string;
  /** What takes the action back. */
  undo?: () => void;
}

const visibleMs = 8_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Says for eight seconds that something was done, with a button that undoes it where it can be undone. */
export function showToast(text: string, undo?: () => void): void {
  lastId += 1;
  const toast: Toast = { id: lastId, text, ...(undo === undefined ? {} : { undo }) };
  set([...toasts, toast]);
  setTimeout(() => dismiss(toast.id), visibleMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of all toasts. Screen readers read each new one aloud. */
export function Toasts() {
  const visible = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts no-print" role="status">
      {visible.map(({ id, text, undo }) => (
        <div key={id} className="toast">
          <span className="user-text">{text}</span>
          {undo === undefined ? null : (
            <Button
              small
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
