import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { signatureHeader, signedBody } from "../../functions/delivery/sign.ts";

const event = {
  id: "evt_01",
  type: "post.published",
  data: { organizationId: "org_01", postId: "pst_01", text: "Grüße ☕ </script>" },
  ts: 1_795_266_000,
};

const hmac = (text: string, secret: string) =>
  `v1=${createHmac("sha256", secret).update(text, "utf8").digest("hex")}`;

it("the signature header of RFC 4231's test case 2 is the one in the RFC", () => {
  expect(signatureHeader("what do ya want for nothing?", "Jefe")).toBe(
    "v1=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

it("the body is compact JSON in the contract's key order, with fixed bytes", () => {
  // The signature was computed by another HMAC implementation.
  expect(signedBody(event, "whsec_test")).toBe(
    '{"id":"evt_01","type":"post.published",' +
      '"data":{"organizationId":"org_01","postId":"pst_01","text":"Grüße ☕ </script>"},' +
      '"signature":"v1=e03515653981d6ef4abceb521b598e8645c50ae8341d1a2f0273aa6eebc19b0f",' +
      '"ts":1795266000}',
  );
});

it("a body without a secret has no signature", () => {
  expect(Object.keys(JSON.parse(signedBody(event, null)))).toEqual(["id", "type", "data", "ts"]);
});

it("a receiver can verify the header over the bytes, and the signature field over the bytes with the field empty", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
      fc.string({ minLength: 1, maxLength: 255, unit: "grapheme" }),
      (data, secret) => {
        const body = signedBody({ ...event, data }, secret);
        const { signature } = JSON.parse(body);
        const emptied =
          body.slice(0, body.lastIndexOf(signature)) +
          body.slice(body.lastIndexOf(signature) + signature.length);
        expect(emptied).toContain('"signature":""');
        expect(signature).toBe(hmac(emptied, secret));
        expect(signatureHeader(body, secret)).toBe(hmac(body, secret));
      },
    ),
  );
});
