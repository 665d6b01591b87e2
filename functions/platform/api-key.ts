import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const keyPrefix = "cps_";
const reviewPrefix = "cpr_";
const sessionPrefix = "cpd_";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Larger bytes are dropped: they would make some characters more likely than others. */
const fairBytes = 256 - (256 % base62.length);
/** 43 characters of base 62 hold 256 random bits. */
const secretCharacters = 43;
const checksumCharacters = 6;
const secretShape = `[0-9A-Za-z]{${secretCharacters + checksumCharacters}}$`;
const bearerShape = new RegExp(`^(?:${keyPrefix}|${reviewPrefix})${secretShape}`);
const sessionShape = new RegExp(`^${sessionPrefix}${secretShape}`);

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  for (let place = 0; place < checksumCharacters; place += 1) {
    text = base62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Makes a new key of random bytes. It is shown once: only its hash is stored. */
export function newApiKey(random: (count: number) => Uint8Array = randomBytes): string {
  return newToken(keyPrefix, random);
}

/** Makes the token of a new review link, in the same way. */
export function newReviewToken(random: (count: number) => Uint8Array): string {
  return newToken(reviewPrefix, random);
}

/** Makes the token of a new session, in the same way. */
export function newSessionToken(random: (count: number) => Uint8Array): string {
  return newToken(sessionPrefix, random);
}

function newToken(prefix: string, random: (count: number) => Uint8Array): string {
  let secret = "";
  while (secret.length < secretCharacters) {
    const bytes = [...random(secretCharacters - secret.length)].filter((byte) => byte < fairBytes);
    secret += bytes.map((byte) => base62.charAt(byte % base62.length)).join("");
  }
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/**
 * Whether a text has the form and the checksum of a key or of a review link's token. Rejects most wrong keys before a read
 * of the table.
 */
export function isApiKey(text: string): boolean {
  return bearerShape.test(text) && hasItsChecksum(text);
}

/** Whether a text has the form and checksum of a session's token. */
export function isSessionToken(text: string): boolean {
  return sessionShape.test(text) && hasItsChecksum(text);
}

function hasItsChecksum(token: string): boolean {
  const secret = token.slice(keyPrefix.length, -checksumCharacters);
  return token.endsWith(checksumOf(secret));
}

/** Whether the bearer of a request has a review link, not a key. */
export function isReviewToken(text: string): boolean {
  return text.startsWith(reviewPrefix);
}

/** A key holds 256 random bits, so one plain hash protects it. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
