import type { Image } from "./images.ts";

/** A body of type multipart/form-data, with the header that names its type. */
export interface MultipartBody {
  body: Buffer;
  headers: { "Content-Type": string };
}

/** Encodes fields and images as a form. Each image gets a file name by its place, because platforms want one. */
export async function multipartBody(
  fields: Readonly<Record<string, string>>,
  images: Readonly<Record<string, Image>>,
): Promise<MultipartBody> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, [name, { bytes, type }]] of Object.entries(images).entries())
    form.append(
      name,
      new Blob([new Uint8Array(bytes)], { type }),
      `image-${index + 1}.${type.slice("image/".length)}`,
    );
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { "Content-Type": encoded.headers.get("content-type") ?? "multipart/form-data" },
  };
}
