import type { IncomingMessage } from "node:http";
import { errors } from "../../functions/contract/errors.ts";
import { readBody } from "../emulator/gateway/read-body.ts";
import { readViewerRequest } from "../emulator/gateway/viewer-request.ts";
import type { Gateway } from "../emulator/gateway.ts";
import { parseJson, textAt } from "../emulator/json.ts";
import type { OwnResponse } from "./own-request.ts";
import { type SignInLinks, signInPath } from "./sign-in-links.ts";

/** A token with its JSON is much shorter. */
const bodyBytesMax = 1_000;
const invalidLink =
  "This sign-in link was used, has expired, or is of an earlier start. Make a new one with `npm run admin -- sign-in-link`, restart the service, or sign in with an API key.";
/** Headers of the connection on which the response of the service arrived. They do not hold for the browser's connection. */
const connectionHeaders = ["connection", "keep-alive", "transfer-encoding"];

interface SignInOptions {
  links: SignInLinks;
  /** Returns the service's response to `POST /v1/session` with an API key. */
  openSession: (key: string) => Promise<OwnResponse>;
  /** Host and port of the HTTPS listener. */
  publicHost: string;
  /** The value of the header in the errors of this path. */
  strictTransportSecurity: string;
  log: (line: string) => void;
}

/**
 * Returns a gateway that also exchanges the token of a sign-in link for a session: `POST /sign-in` with `{"token":"…"}`
 * returns the response of `POST /v1/session`. The gateway gets every other request, and those over plain HTTP.
 */
export function withSignIn(gateway: Gateway, options: SignInOptions): Gateway {
  const { publicHost, strictTransportSecurity, log } = options;
  return {
    ...gateway,
    async handle(incoming, outgoing, plain) {
      const { method, uri, protocol, requestId } = readViewerRequest(incoming, { plain, publicHost });
      if (method !== "POST" || uri !== signInPath || protocol === "http")
        return gateway.handle(incoming, outgoing, plain);
      const response = await signIn(incoming, options).catch((error: unknown) => {
        if (!incoming.complete) return undefined;
        log(`${method} ${uri}: ${error instanceof Error ? error.message : String(error)}`);
        return failure("internal_error");
      });
      // The client has disconnected.
      if (response === undefined) return;
      const headers = {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "strict-transport-security": strictTransportSecurity,
        "x-request-id": requestId,
        ...response.headers,
      };
      outgoing.writeHead(response.status, headers).end(response.body);
    },
  };
}

async function signIn(
  incoming: IncomingMessage,
  { links, openSession }: SignInOptions,
): Promise<OwnResponse> {
  const { "sec-fetch-site": site = "same-origin", "content-type": type = "" } = incoming.headers;
  const body = await readBody(incoming, bodyBytesMax);
  if (site !== "same-origin")
    return failure("forbidden", { message: "Only a page of this service may sign in with a link." });
  // The form of another page cannot send this content type.
  if (!/^application\/json *(?:;|$)/i.test(type))
    return invalid("body", "must be sent with Content-Type: application/json");
  if (body === "too large") return invalid("body", `must be at most ${bodyBytesMax} bytes`);
  const token = tokenIn(body.text ?? "");
  if (token === undefined) return invalid("token", "must be the text after # of a sign-in link");
  const key = links.redeem(token);
  if (key === undefined) return failure("unauthorized", { message: invalidLink });
  const { headers, ...session } = await openSession(key);
  const passedOn = Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name));
  return { ...session, headers: Object.fromEntries(passedOn) };
}

function tokenIn(text: string): string | undefined {
  try {
    return textAt(parseJson(text, "the body"), "token");
  } catch {
    return undefined;
  }
}

function invalid(field: string, reason: string): OwnResponse {
  return failure("validation_error", { fields: [{ field, reason }] });
}

function failure(
  code: keyof typeof errors,
  { message = errors[code].title, ...details }: { message?: string; fields?: readonly object[] } = {},
): OwnResponse {
  const { status } = errors[code];
  return { status, headers: {}, body: JSON.stringify({ error: { code, message, ...details } }) };
}
