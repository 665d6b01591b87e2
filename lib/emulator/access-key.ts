import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The access key of a runtime's services. They accept only requests that are signed with it. */
export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The parts of a request that a signature covers. */
interface SignedRequest {
  method: string;
  /** Path and query as they are sent. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Separated by `;`. */
  signedHeaders: string;
  bodyHash: string;
  /** `YYYYMMDD/region/service/aws4_request`. */
  scope: string;
}

const algorithm = "AWS4-HMAC-SHA256";
const bodyHashHeader = "x-amz-content-sha256";
const dateHeader = "x-amz-date";
/** There is one signing key for each day of the service clock and each service. */
const signingKeysMax = 100;
const signingKeys = new Map<string, Buffer>();

/**
 * Returns the access key of one start. Its secret is random. Its id is always the same, because DynamoDB Local without
 * `-sharedDb` has a database of its own for each id.
 */
export function newAccessKey(): AccessKey {
  return { accessKeyId: "local", secretAccessKey: randomBytes(30).toString("base64url") };
}

/** Returns the headers of a signed `POST /` to `host`. `date` is only part of the signature: nobody compares it with a clock. */
export function signedHeaders(
  accessKey: AccessKey,
  { host, region, service, body }: { host: string; region: string; service: string; body: string },
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const bodyHash = sha256(body);
  const headers: Record<string, string> = {
    ...own,
    host,
    [bodyHashHeader]: bodyHash,
    [dateHeader]: "20250101T000000Z",
  };
  const names = Object.keys(headers).toSorted().join(";");
  const scope = `20250101/${region}/${service}/aws4_request`;
  const request = { method: "POST", target: "/", headers, signedHeaders: names, bodyHash, scope };
  const signature = signatureOf(request, accessKey.secretAccessKey);
  return {
    ...headers,
    authorization: `${algorithm} Credential=${accessKey.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/**
 * Returns whether the headers of a request are signed with the access key: AWS Signature Version 4 in the Authorization
 * header, with the hash of the body in `x-amz-content-sha256`, as the SDKs for JavaScript sign. The time of the signature is
 * not checked, because functions sign with the service clock.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function isSignedWith(accessKey: AccessKey, request: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;
  const [, id, scope, names, signature] = pattern.exec(request.headers.authorization ?? "") ?? [];
  if (id !== accessKey.accessKeyId || scope === undefined || names === undefined || signature === undefined)
    return false;
  const bodyHash = textHeader(request, bodyHashHeader);
  // A signature without the host would be good for every host.
  if (bodyHash === undefined || !names.split(";").includes("host")) return false;
  const headers = Object.fromEntries(names.split(";").map((name) => [name, textHeader(request, name) ?? ""]));
  const expected = signatureOf(
    {
      method: request.method ?? "",
      target: request.url ?? "/",
      headers: { ...headers, [dateHeader]: textHeader(request, dateHeader) ?? "" },
      signedHeaders: names,
      bodyHash,
      scope,
    },
    accessKey.secretAccessKey,
  );
  return sameText(signature, expected);
}

/** Returns whether a signed request has the body that its signature covers. */
export function hasSignedBody(request: IncomingMessage, body: Buffer): boolean {
  return textHeader(request, bodyHashHeader) === sha256(body);
}

/** Compares two texts in a time that depends on their lengths only. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function signatureOf(request: SignedRequest, secret: string): string {
  const { method, target, headers, bodyHash, scope } = request;
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const canonicalHeaders = request.signedHeaders
    .split(";")
    .map((name) => `${name}:${(headers[name] ?? "").trim().replaceAll(/\s+/g, " ")}\n`)
    .join("");
  const canonicalRequest = [
    method,
    // Encoded once more than it is sent, as every service but S3 requires.
    escaped(path).replaceAll("%2F", "/"),
    end === -1 ? "" : canonicalQuery(target.slice(end + 1)),
    canonicalHeaders,
    request.signedHeaders,
    bodyHash,
  ].join("\n");
  const text = [algorithm, headers[dateHeader] ?? "", scope, sha256(canonicalRequest)].join("\n");
  return hmac(signingKey(secret, scope), text).toString("hex");
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join("&");
}

function signingKey(secret: string, scope: string): Buffer {
  const name = `${secret} ${scope}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const key = scope.split("/").reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${secret}`));
  if (signingKeys.size >= signingKeysMax) signingKeys.clear();
  signingKeys.set(name, key);
  return key;
}

function textHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Percent-encodes everything but RFC 3986's unreserved characters. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
