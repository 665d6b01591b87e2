import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "../session/session-state.ts";
import { ApiError, isSignedOut } from "./errors.ts";

/** How often lists are read again while their tab is visible. A key may send 120 requests a minute. */
export const listRefreshMs = 15_000;

/** How often something that is being worked on is read again: a run, a test event, a bulk replay. */
export const progressRefreshMs = 2_000;

const onError = (error: unknown) => {
  if (isSignedOut(error)) sessionEnded();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The default does not read in a hidden tab.
      refetchInterval: listRefreshMs,
      retry: (failures, error) => failures < 2 && isTemporary(error),
      retryDelay: (failures, error) =>
        error instanceof ApiError && error.retryAfterSeconds !== null
          ? error.retryAfterSeconds * 1000
          : 1000 * 2 ** failures,
    },
  },
});

function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}
