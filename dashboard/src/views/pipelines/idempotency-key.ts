import { useRef } from "react";
import { ApiError } from "../../api/errors.ts";

/**
 * The `Idempotency-Key` of what a view creates. It stays the same until the API has responded, so that "try again" after a
 * lost response does not create twice. What is created is a part of it: another content is another request.
 */
export function useIdempotencyKey() {
  const current = useRef<{ content: string; key: string } | null>(null);
  return {
    /** The key of a request with this content. */
    keyFor(content: unknown = null): string {
      const text = JSON.stringify(content);
      if (current.current?.content !== text) current.current = { content: text, key: crypto.randomUUID() };
      return current.current.key;
    },
    /** Call it when a request has ended, with its error if it has one. */
    ended(error: unknown): void {
      // The API stores its decisions with the key, refusals too. A failure of the service decides nothing.
      if (error === null || (error instanceof ApiError && error.status < 500)) current.current = null;
    },
  };
}
