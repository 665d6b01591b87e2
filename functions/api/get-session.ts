import { sessionRoutes } from "../contract/routes/sessions.ts";
import { endpoint } from "../platform/endpoint.ts";

export const handler = endpoint(sessionRoutes.getSession, ({ caller }) => {
  const { role, organizationId, session, expiresAt } = caller;
  return Promise.resolve({ role, organizationId, expiresAt: session?.expiresAt ?? expiresAt });
});
