import { signatureHeader, signedBody } from "../../functions/delivery/sign.ts";

/** One request that a receiver gets, the receiver's secret, and whether the receiver must accept the request. */
export interface SignatureVector {
  name: string;
  /** The secret that the receiver has. */
  secret: string;
  /** The subscription's secret when the request was sent. */
  senderSecret: string;
  /** The secret before a rotation, while the service still signs with it. */
  previousSecret: string | null;
  body: string;
  /** The value of `signature` in the body. */
  bodySignature: string;
  header: string | null;
  previousHeader: string | null;
  valid: boolean;
}

const description = [
  "Requests of webhook deliveries, each with the secret of the receiver, and whether the receiver must accept it",
  "(valid). The raw body is the text of body in UTF-8. header is the value of X-Service-Signature, previousHeader that",
  "of X-Service-Signature-Previous. null means that the header was not sent. The key of the HMAC is the secret in UTF-8.",
  "A request is valid when the secret is not empty and one of the two headers is exactly v1= followed by the lower-case",
  "hex HMAC-SHA256 of the raw body. senderSecret is the subscription's secret, and previousSecret its secret before a",
  "rotation. bodySignature is the value of signature in the body: the same HMAC over the body with an empty signature,",
  "with the secret at the time when the event was stored. Receivers do not need it.",
].join(" ");

/** Returns the text of `webhook-signatures.json`. It escapes everything outside ASCII, so that no editor changes a byte. */
export function vectorsFile(): string {
  const json = JSON.stringify({ description, vectors: signatureVectors() }, null, 2);
  const ascii = json.replaceAll(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${ascii}\n`;
}

const secret = "whsec_3f1c0d7a94be4e55a3b0c2d8";
const oldSecret = "whsec_before_the_rotation";
const ascii = "Spring menu is live";

function signatureVectors(): SignatureVector[] {
  return [
    genuine("ASCII", ascii, secret),
    genuine("letters of several bytes, not normalized", "Grüße aus Zürich, cafe\u0301 и 東京", secret),
    genuine(
      "characters outside the basic plane",
      "Lift-off \u{1f680}\u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u{20bb7}",
      secret,
    ),
    genuine("line separators that older JavaScript treated as line ends", "one\u2028two\u2029three", secret),
    genuine(
      "characters that JSON escapes",
      'a "quote", a \\, a tab\t, a null\u0000, half a pair \ud83d',
      secret,
    ),
    genuine(
      "characters that HTML and some JSON libraries escape",
      "</script> <b>&amp;</b> a/b \u007f",
      secret,
    ),
    genuine("the shortest secret", ascii, "s"),
    genuine("a secret longer than the block of SHA-256", ascii, "k".repeat(65)),
    genuine("the longest secret, 255 characters", ascii, "0123456789abcdef".repeat(16).slice(0, 255)),
    genuine("a secret outside ASCII", ascii, "pässwörd – 秘密 \u{1f511}"),
    genuine("a secret that ends in a space", ascii, "secret "),
    ...rotations(),
    ...forgeries(),
    ...malformedHeaders(),
  ];
}

function rotations(): SignatureVector[] {
  // Stored before the rotation and sent after it: the bytes stay, the headers use the secrets at the time of sending.
  const body = bodyOf(ascii, oldSecret);
  const rotated = {
    ...genuine("", ascii, oldSecret),
    senderSecret: secret,
    previousSecret: oldSecret,
    header: signatureHeader(body, secret),
    previousHeader: signatureHeader(body, oldSecret),
  };
  return [
    { ...rotated, name: "rotated: the receiver still has the old secret" },
    { ...rotated, name: "rotated: the receiver already has the new secret", secret },
    { ...rotated, name: "rotated: the receiver has a third secret", secret: "another", valid: false },
    {
      ...rotated,
      name: "rotated, the overlap has ended: the receiver still has the old secret",
      previousSecret: null,
      previousHeader: null,
      valid: false,
    },
    {
      ...rotated,
      name: "rotated: the body was changed",
      body: body.replace("Spring", "Autumn"),
      valid: false,
    },
  ];
}

function forgeries(): SignatureVector[] {
  const real = { ...genuine("", ascii, secret), valid: false };
  const { body, bodySignature } = real;
  return [
    { ...real, name: "a letter of the body was changed", body: body.replace("Spring", "spring") },
    { ...real, name: "a space was added to the body", body: body.replace(",", ", ") },
    { ...real, name: "the body's line end was added", body: `${body}\n` },
    { ...real, name: "the body is empty", body: "" },
    { ...real, name: "the receiver has another secret", secret: "whsec_of_somebody_else" },
    { ...real, name: "the secret differs in case", secret: secret.toUpperCase() },
    { ...real, name: "the header repeats the signature in the body", header: bodySignature },
    {
      ...real,
      name: "the receiver has no secret, and the sender signed with none",
      secret: "",
      header: signatureHeader(body, ""),
    },
  ];
}

function malformedHeaders(): SignatureVector[] {
  const real = { ...genuine("", ascii, secret), valid: false };
  const { header } = real;
  const hex = header.slice("v1=".length);
  return [
    { ...real, name: "no header", header: null },
    { ...real, name: "an empty header", header: "" },
    { ...real, name: "the hex is in upper case", header: `v1=${hex.toUpperCase()}` },
    { ...real, name: "v1= is missing", header: hex },
    { ...real, name: "v1= without a signature", header: "v1=" },
    { ...real, name: "another version", header: `v2=${hex}` },
    { ...real, name: "the last digit is missing", header: header.slice(0, -1) },
    { ...real, name: "one digit too many", header: `${header}0` },
    { ...real, name: "a space before the value", header: ` ${header}` },
    { ...real, name: "the correct value in a list", header: `${header},${header}` },
    {
      ...real,
      name: "as many characters as the correct value, but more bytes",
      header: `${header.slice(0, -1)}é`,
    },
    { ...real, name: "as many bytes as the correct value, but not ASCII", header: `${header.slice(0, -2)}é` },
  ];
}

function genuine(name: string, text: string, key: string): SignatureVector & { header: string } {
  const body = bodyOf(text, key);
  const { signature } = JSON.parse(body);
  return {
    name,
    secret: key,
    senderSecret: key,
    previousSecret: null,
    body,
    bodySignature: signature,
    header: signatureHeader(body, key),
    previousHeader: null,
    valid: true,
  };
}

function bodyOf(text: string, key: string): string {
  const event = {
    id: "evt_01KAJ8Q2W3E4R5T6Y7Z8X9C0V1",
    type: "trend.detected",
    data: {
      organizationId: "org_01KAJ8Q2W3E4R5T6Y7Z8X9C0V2",
      trendId: "trd_01KAJ8Q2W3E4R5T6Y7Z8X9C0V3",
      brandId: "brd_01KAJ8Q2W3E4R5T6Y7Z8X9C0V4",
      pipelineId: "pip_01KAJ8Q2W3E4R5T6Y7Z8X9C0V5",
      runId: "run_01KAJ8Q2W3E4R5T6Y7Z8X9C0V6",
      topic: text,
      score: 0.82,
      sources: ["https://news.example/a?b=1&c=2"],
      detectedAt: "2026-11-21T09:00:00.000Z",
    },
    ts: 1_795_251_600,
  };
  return signedBody(event, key);
}
