import { DomainError } from "./errors.ts";
import type { Role } from "./keyring.ts";
import { hourMs, isoTime, secondMs } from "./time.ts";

const sessionMs = 12 * hourMs;

/** A session stands for an API key in a browser. Its token is not stored: only the browser has it. */
export interface Session {
  /** Of its token. */
  hash: string;
  /** Of the API key that it stands for. */
  keyHash: string;
  organizationId: string;
  role: Role;
  expiresAt: string;
}

/** Makes a session. It ends after twelve hours, to the second, and no later than its key. */
export function newSession(
  { keyExpiresAt, ...given }: Omit<Session, "expiresAt"> & { keyExpiresAt: string | null },
  nowMs: number,
): Session {
  const endMs = Math.min(nowMs + sessionMs, keyExpiresAt === null ? Infinity : Date.parse(keyExpiresAt));
  return { ...given, expiresAt: isoTime(Math.floor(endMs / secondMs) * secondMs) };
}

/** The error of a request by cookie that needs the API key itself, or that the dashboard did not send. */
export function forbiddenByCookie(): DomainError {
  return new DomainError(
    "forbidden",
    "A request with a session cookie may change something only with the header X-Requested-With: dashboard and from this origin. A new session needs the API key itself.",
  );
}
