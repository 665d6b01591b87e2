import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflateRaw, inflate as inflateZlib } from "node:zlib";

const decoders = {
  gzip: promisify(gunzip),
  brotli: promisify(brotliDecompress),
  zlib: promisify(inflateZlib),
  raw: promisify(inflateRaw),
};

/**
 * Decompresses a body by its `Content-Encoding`; null when that fails or the result would be too large. Also decompresses
 * gzip without a `Content-Encoding` (a stored `feed.xml.gz`).
 */
export async function inflate(
  bytes: Buffer,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const format = formatOf(bytes, contentEncoding.trim().toLowerCase());
  if (format === "none") return bytes.length <= maxBytes ? bytes : null;
  if (format === "unknown") return null;
  try {
    return await decoders[format](bytes, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}

function formatOf(bytes: Buffer, encoding: string): keyof typeof decoders | "none" | "unknown" {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  switch (encoding) {
    case "":
    case "identity":
      return isGzip ? "gzip" : "none";
    case "gzip":
    case "x-gzip":
      // Some servers send the header without compressing the body.
      return isGzip ? "gzip" : "none";
    case "br":
      return "brotli";
    case "deflate":
      // In RFC 9110 deflate means zlib. As many servers send the raw stream.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? "zlib" : "raw";
    default:
      return "unknown";
  }
}
