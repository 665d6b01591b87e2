import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError } from "./errors.ts";

/**
 * A mutation that sends an Idempotency-Key. When its response was lost, the same request is sent again with the same key,
 * so that it is carried out once. After a response that decides the request, the next one gets a key of its own.
 */
export function useKeyedMutation<Request, Data>(
  send: (request: Request, idempotencyKey: string) => Promise<Data>,
  options: { onSuccess: (data: Data, request: Request) => unknown },
) {
  const last = useRef<{ request: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (given: Request) => {
      const request = JSON.stringify(given) ?? "";
      const sent = last.current?.request === request ? last.current : { request, key: crypto.randomUUID() };
      last.current = sent;
      try {
        const data = await send(given, sent.key);
        last.current = null;
        return data;
      } catch (error) {
        if (isDecided(error)) last.current = null;
        throw error;
      }
    },
    ...options,
  });
}

/** Whether the API has decided a request: sent again with the same key, it would get the same response. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
}
