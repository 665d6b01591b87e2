import { randomBytes } from "node:crypto";
import type { Image } from "./images.ts";

/** A body of type multipart/form-data, with the header that names its type. */
export interface MultipartBody {
  /** The pieces of the body. The bytes of images are not copied: a worker holds the images of several posts. */
  body: readonly Buffer[];
  headers: { "Content-Type": string };
}

/**
 * Encodes fields and images as a form (RFC 7578). Each image gets a file name by its place, because platforms want one.
 * Line feeds in a value stay as they are.
 * @param fileName how the file names begin
 */
export function multipartBody(
  fields: Readonly<Record<string, string>>,
  images: Readonly<Record<string, Image>>,
  fileName = "image",
): MultipartBody {
  const boundary = `form-${randomBytes(24).toString("hex")}`;
  const head = (name: string, rest = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${rest}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`));
  const files = Object.entries(images).flatMap(([name, { bytes, type }], index) => {
    const file = `${fileName}-${index + 1}.${type.slice("image/".length)}`;
    return [
      Buffer.from(head(name, `; filename="${file}"\r\nContent-Type: ${type}`)),
      bytes,
      Buffer.from("\r\n"),
    ];
  });
  return {
    body: [...texts, ...files, Buffer.from(`--${boundary}--\r\n`)],
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** As browsers escape a name: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
