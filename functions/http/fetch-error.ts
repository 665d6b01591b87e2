export type FetchErrorCode =
  | "bad_url"
  | "blocked_address"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  | "protocol";

/**
 * Why a guarded fetch got no usable response. The message may be shown to the client who gave the URL: it names the
 * host as the client wrote it, and never an address that the host resolved to.
 */
export class FetchError extends Error {
  readonly code: FetchErrorCode;
  /** Whether the server may have got the request. False: there was no connection on which to send it. */
  requestSent = false;

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FetchError";
    this.code = code;
  }
}

const certificateProblems = new Map([
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "is not valid yet"],
  ["CERT_REVOKED", "is revoked"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "is issued by an authority that is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT", "is issued by an authority that is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "is issued by an authority that is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "cannot be verified: an intermediate certificate may be missing"],
]);

/** Turns an error of node:http or node:https into one whose message reveals no address. */
export function fromNetworkError(cause: Error, host: string): FetchError {
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const certificateProblem = certificateProblems.get(code);
  if (certificateProblem !== undefined) {
    return new FetchError("tls", `the certificate of ${host} ${certificateProblem}`, { cause });
  }
  if (code === "EPROTO" || /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_)/.test(code)) {
    return new FetchError("tls", `no secure connection to ${host}: the TLS handshake failed`, { cause });
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new FetchError("too_large", `the response headers of ${host} are too large`, { cause });
  }
  if (code.startsWith("HPE_")) {
    return new FetchError("protocol", `${host} did not answer in valid HTTP`, { cause });
  }
  if (code === "ECONNREFUSED") {
    return new FetchError("connect", `${host} refused the connection`, { cause });
  }
  if (code === "ECONNRESET" || code === "EPIPE") {
    return new FetchError("connect", `${host} closed the connection before it had answered`, { cause });
  }
  return new FetchError("connect", `no connection to ${host}`, { cause });
}
