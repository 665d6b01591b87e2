import { sessionRoutes } from "../contract/routes/sessions.ts";
import { newSession } from "../domain/session.ts";
import { secondMs } from "../domain/time.ts";
import { hashApiKey, newSessionToken } from "../platform/api-key.ts";
import { endpoint } from "../platform/endpoint.ts";
import { sessionCookie } from "../platform/session-cookie.ts";
import { insertSession } from "../table/sessions.ts";

export const handler = endpoint(
  sessionRoutes.createSession,
  async ({ caller, setCookie }, { table, nowMs, randomBytes }) => {
    const { keyHash, organizationId, role, expiresAt: keyExpiresAt } = caller;
    const token = newSessionToken(randomBytes);
    const session = newSession(
      { hash: hashApiKey(token), keyHash, organizationId, role, keyExpiresAt },
      nowMs(),
    );
    await insertSession(table, session);
    setCookie(sessionCookie(token, Math.floor((Date.parse(session.expiresAt) - nowMs()) / secondMs)));
    return session;
  },
);
