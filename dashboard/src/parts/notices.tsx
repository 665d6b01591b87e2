import type { ReactNode } from "react";
import { ApiError, messageOf } from "../api/errors.ts";
import { Button } from "./button.tsx";

/** A message that belongs to its place in the view. */
export function Notice({ kind, children }: { kind?: "bad" | "warning" | "good"; children: ReactNode }) {
  return (
    <div
      className={kind === undefined ? "notice" : `notice notice-${kind}`}
      role={kind === "bad" ? "alert" : "status"}
    >
      {children}
    </div>
  );
}

/** Says what went wrong. Shows nothing without an error. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (error === null || error === undefined) return null;
  return (
    <Notice kind="bad">
      <div className="row row-apart">
        <div>
          {messageOf(error)}
          {error instanceof ApiError && error.status >= 500 && error.requestId !== null ? (
            <div className="small">Request {error.requestId}</div>
          ) : null}
        </div>
        {onRetry === undefined ? null : (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** What a list shows when it has no rows, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="soft">{children}</p>;
}

/** Lines in the place of content that is being read. */
export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div className="stack stack-tight" role="status">
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  );
}
