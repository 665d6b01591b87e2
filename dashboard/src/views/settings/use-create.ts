import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError } from "../../api/errors.ts";

/**
 * A mutation that creates something. When a response is lost, another try with the same content has the same
 * `Idempotency-Key`, so it does not create a second one.
 */
export function useCreate<Content, Created>(
  create: (content: Content, idempotencyKey: string) => Promise<Created>,
  onSuccess: (created: Created) => void,
) {
  const unanswered = useRef<{ text: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (content: Content) => {
      const text = JSON.stringify(content);
      if (unanswered.current?.text !== text) unanswered.current = { text, key: crypto.randomUUID() };
      try {
        const created = await create(content, unanswered.current.key);
        unanswered.current = null;
        return created;
      } catch (error) {
        // The API stores its answer with the key: a new try needs a new key.
        if (error instanceof ApiError && error.status < 500) unanswered.current = null;
        throw error;
      }
    },
    onSuccess,
  });
}
