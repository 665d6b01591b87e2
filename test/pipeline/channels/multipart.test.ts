import fc from "fast-check";
import { expect, it } from "vitest";
import type { Image } from "../../../functions/pipeline/channels/images.ts";
import { multipartBody } from "../../../functions/pipeline/channels/multipart.ts";

const image = (bytes: Buffer, type: Image["type"] = "image/png"): Image => ({ bytes, type, alt: "" });

async function parsed(form: ReturnType<typeof multipartBody>) {
  const response = new Response(new Uint8Array(Buffer.concat(form.body)), { headers: form.headers });
  const entries = [...(await response.formData()).entries()];
  return Promise.all(
    entries.map(async ([name, value]) =>
      typeof value === "string"
        ? { name, value }
        : { name, file: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) },
    ),
  );
}

it("any fields and images are read from a form as they were, in their order", async () => {
  const names = fc.constantFrom("caption", "files[0]", 'a "quoted" name', "two\r\nlines", "grüße");
  const values = fc.string({ unit: "grapheme" }).map((text) => `${text}\n--form\r\n`);
  const bytes = fc.uint8Array({ maxLength: 50 }).map((array) => Buffer.from(array));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, values), fc.dictionary(names, bytes), async (fields, files) => {
      const images = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, image(file)]));
      expect(await parsed(multipartBody(fields, images))).toEqual([
        ...Object.entries(fields).map(([name, value]) => ({ name, value })),
        ...Object.entries(files).map(([name, file], index) => ({
          name,
          file: `image-${index + 1}.png`,
          type: "image/png",
          bytes: file,
        })),
      ]);
    }),
    { numRuns: 50 },
  );
});

it("a form has the images' own bytes, not a copy of them, and each form has another boundary", () => {
  const bytes = Buffer.from("GIF89a");
  const [one, other] = [1, 2].map(() => multipartBody({}, { photo: image(bytes, "image/gif") }));
  expect(one?.body).toContain(bytes);
  expect(one?.headers["Content-Type"]).toMatch(/^multipart\/form-data; boundary=[\w-]{20,70}$/);
  expect(one?.headers).not.toEqual(other?.headers);
});
