import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SignatureVector, vectorsFile } from "./webhook-signatures.ts";

const path = join(import.meta.dirname, "webhook-signatures.json");
const { vectors }: { vectors: SignatureVector[] } = JSON.parse(readFileSync(path, "utf8"));

const hmac = (text: string, key: string) => `v1=${createHmac("sha256", key).update(text).digest("hex")}`;

test("the published vectors are what the product's own signing makes (with -u the file is written anew)", async () => {
  await expect(vectorsFile()).toMatchFileSnapshot(path);
});

test("the signature of the first vector is what another implementation of HMAC makes of it", () => {
  const [first] = vectors;
  // openssl dgst -sha256 -hmac <secret> over the body.
  expect(first?.header).toBe("v1=16770e3f9bb822bfc7f5cff777528c6fb66811d90a4ef8e23a6955a04648fe6b");
});

test("a vector is valid exactly when a header is the HMAC of its body under the receiver's secret", () => {
  const judged = vectors.map(({ name, secret, body, header, previousHeader }) => ({
    name,
    valid: secret !== "" && [header, previousHeader].includes(hmac(body, secret)),
  }));
  expect(judged).toEqual(vectors.map(({ name, valid }) => ({ name, valid })));
});

test("every genuine body holds the HMAC of itself with the signature left empty", () => {
  for (const { name, body, bodySignature, valid, senderSecret, previousSecret } of vectors) {
    if (!valid) continue;
    const emptied = body.replace(`"signature":"${bodySignature}"`, '"signature":""');
    expect(hmac(emptied, previousSecret ?? senderSecret), name).toBe(bodySignature);
  }
});

test("names are unique, and both outcomes are there", () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  expect(new Set(vectors.map(({ valid }) => valid))).toEqual(new Set([true, false]));
});
