import { extname } from "node:path";

/** S3's type for a file whose extension says nothing. */
const unknownType = "binary/octet-stream";

/** The types by which a deployment uploads files. */
const typeByExtension: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".ico": "image/vnd.microsoft.icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "text/xml",
};

/** Of these types, those that CloudFront compresses. */
const compressedTypes = new Set([
  "application/json",
  "image/svg+xml",
  "text/css",
  "text/html",
  "text/javascript",
  "text/plain",
  "text/xml",
]);

export function mediaTypeOf(file: string): string {
  return typeByExtension[extname(file).toLowerCase()] ?? unknownType;
}

/** @param contentType may have parameters, such as a charset */
export function isCompressible(contentType: string): boolean {
  return compressedTypes.has(contentType.replace(/;.*$/s, "").trim().toLowerCase());
}
