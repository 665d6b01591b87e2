import { type Credentials, type Measuring, NotSent, type Session, type SessionStore } from "../channel.ts";
import {
  isSuccess,
  type PlatformRequest,
  type PlatformResponse,
  requestPlatform,
  rethrowAsRetryable,
} from "../platform-request.ts";
import { errorNameIn, type Failing, logIn, preparationError, tokensIn, xrpcUrl } from "./xrpc.ts";

/** The brand's session with its server. */
export interface BlueskySession {
  /** The id of the account. Its records are under this id. */
  did: () => string;
  /**
   * Sends a request with the session's token, and renews the session if the token has expired.
   * @throws {FetchError} when the server gives no response to this request; {NotSent} or {CredentialsInvalid} when the
   *   session cannot be renewed
   */
  request: (method: string, request: XrpcRequest) => Promise<PlatformResponse>;
  /** Returns what is needed to make an error of a response. Its credentials include the tokens, so that no error shows them. */
  failing: () => Failing;
}

type XrpcRequest = PlatformRequest & { query?: Readonly<Record<string, string>> };

interface Opening {
  credentials: Credentials;
  sessions: SessionStore;
  nowMs: number;
  timeoutMs: number;
  allowLoopback: boolean;
}

/** A server accepts an access token for some hours and a refresh token for some months. */
const expiredErrors: readonly unknown[] = ["ExpiredToken", "InvalidToken"];
const isExpired = (response: PlatformResponse) => expiredErrors.includes(errorNameIn(response));

/**
 * Opens the brand's stored session, or logs in if there is none.
 * @throws {NotSent} or {CredentialsInvalid} when there is no session
 */
export async function openSession(context: Measuring): Promise<BlueskySession> {
  const { credentials, sessions, nowMs, timeoutMs, allowLoopback } = context;
  if (credentials === null || sessions === null) throw new Error("the channel bluesky needs credentials");
  const opening = { credentials, sessions, nowMs, timeoutMs, allowLoopback };
  const renewals = new WeakMap<Session, Promise<Session>>();
  let current = (await sessions.read()) ?? (await newSession(null, opening));

  /** Renews a session. Requests that were sent together share one renewal. */
  function renewalOf(expired: Session): Promise<Session> {
    const renewal = renewals.get(expired) ?? renewed(expired, opening);
    renewals.set(expired, renewal);
    return renewal;
  }

  return {
    did: () => String(current.tokens["did"]),
    failing: () => ({ credentials: { ...credentials, ...current.tokens }, nowMs }),
    async request(method, { query, headers, ...request }) {
      const send = ({ tokens }: Session) =>
        requestPlatform(
          xrpcUrl(credentials, method, query),
          { ...request, headers: { ...headers, Authorization: `Bearer ${tokens["accessJwt"]}` } },
          { timeoutMs, allowLoopback },
        );
      const used = current;
      const response = await send(used);
      if (!isExpired(response)) return response;
      current = await renewalOf(used);
      const second = await send(current);
      if (!isExpired(second)) return second;
      throw new NotSent("Bluesky does not accept the session that it has just opened.");
    },
  };
}

/** Logs in, and stores the session in place of the one that was read. */
async function newSession(known: Session | null, opening: Opening): Promise<Session> {
  const { credentials, sessions } = opening;
  const response = await logIn(credentials, opening).catch(rethrowAsRetryable);
  const tokens = tokensIn(response.json);
  if (isSuccess(response.status) && tokens !== null) return sessions.replace(known, tokens);
  throw preparationError(response, opening);
}

/** Renews a session by its refresh token; by a login if that has expired too. */
async function renewed(expired: Session, opening: Opening): Promise<Session> {
  const { credentials, sessions } = opening;
  // Another worker may have renewed it already.
  const stored = await sessions.read();
  if (stored !== null && stored.version !== expired.version) return stored;
  const response = await requestPlatform(
    xrpcUrl(credentials, "com.atproto.server.refreshSession"),
    { method: "POST", headers: { Authorization: `Bearer ${expired.tokens["refreshJwt"]}` } },
    opening,
  ).catch(rethrowAsRetryable);
  const tokens = tokensIn(response.json);
  if (isSuccess(response.status) && tokens !== null) return sessions.replace(expired, tokens);
  const error = preparationError(response, opening);
  if (error instanceof NotSent) throw error;
  // The refresh token has expired or was revoked. Or another worker has used it, on a server that accepts it only once.
  const latest = await sessions.read();
  return latest !== null && latest.version !== expired.version ? latest : newSession(latest, opening);
}
