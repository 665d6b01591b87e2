import { queryOptions, useQuery } from "@tanstack/react-query";
import { createSession, deleteSession, getSession, type Role, type Session } from "../../../client/api.ts";
import { dataOf, request } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionBegun } from "./session-state.ts";

/** The session of the page's cookie, or null when it has none that is valid. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await dataOf(getSession());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  refetchInterval: false,
});

/** Exchanges an API key for a session. The key is sent once and stored nowhere. */
export async function signInWithKey(key: string): Promise<void> {
  begin(await dataOf(createSession({}, { headers: { Authorization: `Bearer ${key}` } })));
}

/** Exchanges the one-time token of a sign-in link, which the local runtime prints, for a session. */
export async function signInWithToken(token: string): Promise<void> {
  const response = request("/sign-in", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Requested-With": "dashboard" },
    body: JSON.stringify({ token }),
  }).then(async (result) => ({ status: result.status, headers: result.headers, data: await result.json() }));
  await dataOf(response);
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  sessionBegun();
}

/** Ends the session, also on the server, and forgets everything that the page has read. */
export async function signOut(): Promise<void> {
  await dataOf(deleteSession());
  queryClient.clear();
}

function begin(session: Session): void {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  sessionBegun();
  // What failed while there was no session is read again.
  void queryClient.invalidateQueries();
}

const rank: Record<Role, number> = { read: 0, write: 1, admin: 2 };

/** Whether the session's key has a role. What it may not do is not offered; the API rejects it all the same. */
export function useMay(role: Role): boolean {
  const { data } = useQuery(sessionQuery);
  return data !== undefined && data !== null && rank[data.role] >= rank[role];
}
