import { useRef } from "react";

/**
 * Returns the idempotency key of a request. The same body gets the same key, so that a request that is sent again after a
 * lost response creates nothing twice.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const sent = useRef({ body: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() };
    return sent.current.key;
  };
}
