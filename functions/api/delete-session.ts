import { sessionRoutes } from "../contract/routes/sessions.ts";
import { endpoint } from "../platform/endpoint.ts";
import { noSessionCookie } from "../platform/session-cookie.ts";
import { deleteSession } from "../table/sessions.ts";

export const handler = endpoint(sessionRoutes.deleteSession, async ({ caller, setCookie }, { table }) => {
  if (caller.session !== null) await deleteSession(table, caller.session);
  setCookie(noSessionCookie);
});
