import type { PlainResponse } from "../gateway/gateway-errors.ts";

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const errors = {
  AccessDenied: { status: 403, message: "Access Denied" },
  InvalidURI: { status: 400, message: "Couldn't parse the specified URI." },
  NoSuchKey: { status: 404, message: "The specified key does not exist." },
} as const;

const xmlEscapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** An error as S3 returns it. */
export function s3Error(code: keyof typeof errors, requestId: string, key?: string): PlainResponse {
  const { status, message } = errors[code];
  const named =
    key === undefined ? "" : `<Key>${key.replaceAll(/[&<>]/g, (one) => xmlEscapes[one] ?? one)}</Key>`;
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${named}<RequestId>${requestId}</RequestId></Error>`,
  };
}
