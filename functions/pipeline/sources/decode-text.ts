/**
 * Decodes a document by its byte order mark, else the `charset` of its content type, else its XML declaration (RFC 7303),
 * else UTF-8. Ignores a label that the bytes contradict, as readers do.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const labels = [
    markedEncoding(bytes),
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1],
    /^[^<]{0,4}<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(bytes.toString("latin1", 0, 300))?.[1],
    "utf-8",
  ];
  for (const label of labels) {
    const text = label === undefined ? null : decodeStrictly(bytes, label);
    if (text !== null) return text;
  }
  // Accepts any bytes. Western European feeds that wrongly claim UTF-8 are in this encoding.
  return new TextDecoder("windows-1252").decode(bytes);
}

/** The encoding that a byte order mark, or a "<" of two bytes, shows. */
function markedEncoding(bytes: Buffer): string | undefined {
  switch (bytes.toString("hex", 0, 2)) {
    case "fffe":
    case "3c00":
      return "utf-16le";
    case "feff":
    case "003c":
      return "utf-16be";
    case "efbb":
      return "utf-8";
    default:
      return undefined;
  }
}

function decodeStrictly(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
