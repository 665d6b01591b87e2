import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type SignatureVector, vectorsFile } from "./webhook-signatures.ts";

const path = join(import.meta.dirname, "webhook-signatures.json");
const { vectors }: { vectors: SignatureVector[] } = JSON.parse(readFileSync(path, "utf8"));

const hmac = (text: string, key: string) => `v1=${createHmac("sha256", key).update(text).digest("hex")}`;

it("the published vectors are equal to the product's own signatures (-u writes the file again)", async () => {
  await expect(vectorsFile()).toMatchFileSnapshot(path);
});

it("the signature of the first vector is equal to that of another HMAC implementation", () => {
  const [first] = vectors;
  // openssl dgst -sha256 -hmac <secret> over the body.
  expect(first?.header).toBe("v1=16770e3f9bb822bfc7f5cff777528c6fb66811d90a4ef8e23a6955a04648fe6b");
});

it("a vector is valid exactly when one header is the HMAC of its body with the receiver's secret", () => {
  const computed = vectors.map(({ name, secret, body, header, previousHeader }) => ({
    name,
    valid: secret !== "" && [header, previousHeader].includes(hmac(body, secret)),
  }));
  expect(computed).toEqual(vectors.map(({ name, valid }) => ({ name, valid })));
});

it("every genuine body has the HMAC of itself with the signature left empty", () => {
  for (const { name, body, bodySignature, valid, senderSecret, previousSecret } of vectors) {
    if (!valid) continue;
    const bodyToSign = body.replace(`"signature":"${bodySignature}"`, '"signature":""');
    expect(hmac(bodyToSign, previousSecret ?? senderSecret), name).toBe(bodySignature);
  }
});

it("the vectors have unique names, and both outcomes", () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  expect(new Set(vectors.map(({ valid }) => valid))).toEqual(new Set([true, false]));
});
