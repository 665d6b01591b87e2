import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSignature, type Mistake } from "../../dashboard/src/views/webhooks/check-signature.ts";
import { signatureHeader, signedBody } from "../../functions/delivery/sign.ts";

const secret = "whsec_3f1c0d7a94be4e55a3b0c2d8";
const oldSecret = "whsec_c46e90b2d7f84a13865e2f0b";
const event = {
  id: "evt_1",
  type: "post.published",
  data: { organizationId: "org_1", postId: "pst_1", channels: ["feed"], note: "Grüße <b>/ 🎉" },
  ts: 1_795_000_000,
};
const body = signedBody(event, secret);
const signature = signatureHeader(body, secret);
const right = { body, signature, previousSignature: "", secret };
const ownSignature = String(JSON.parse(body).signature);
const hex = signature.slice("v1=".length);

const pretty = JSON.stringify(JSON.parse(body), null, 2);
const { id, type, data, ts } = event;
const reordered = JSON.stringify({ ts, signature: ownSignature, data, type, id });

describe("checkSignature", () => {
  it("accepts every body that the service signs, with its secret", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ minLength: 1, maxLength: 255, unit: "grapheme" }),
        async (anyData, anySecret) => {
          const sent = signedBody({ ...event, data: anyData }, anySecret);
          const request = { body: sent, signature: signatureHeader(sent, anySecret), previousSignature: "" };
          expect(await checkSignature({ ...request, secret: anySecret })).toEqual({
            outcome: "match",
            header: "current",
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it("accepts a body without a signature of its own", async () => {
    const unsigned = signedBody(event, null);
    const request = { body: unsigned, signature: signatureHeader(unsigned, secret) };
    expect(await checkSignature({ ...right, ...request })).toEqual({ outcome: "match", header: "current" });
  });

  it("says that a secret verifies the header of the previous secret", async () => {
    const request = { ...right, previousSignature: signatureHeader(body, oldSecret), secret: oldSecret };
    expect(await checkSignature(request)).toEqual({ outcome: "match", header: "previous" });
  });

  it("accepts a whole header line", async () => {
    const request = { ...right, signature: `X-Service-Signature: ${signature}\n` };
    expect(await checkSignature(request)).toEqual({ outcome: "match", header: "current" });
  });

  const cases: [string, Partial<typeof right>, Mistake[]][] = [
    ["a header without its prefix", { signature: hex }, ["prefix"]],
    ["a header with another prefix", { signature: `sha256=${hex}` }, ["prefix"]],
    ["a header in capital letters", { signature: `v1=${hex.toUpperCase()}` }, ["hex_case"]],
    ["a header in Base64", { signature: Buffer.from(hex, "hex").toString("base64") }, ["base64_header"]],
    ["a secret with a line break", { secret: `${secret}\n` }, ["secret_space"]],
    ["a secret in quotation marks", { secret: `"${secret}"` }, ["secret_quotes"]],
    ["a body with a line break at its end", { body: `${body}\n` }, ["outer_space"]],
    ["a body that was formatted", { body: pretty }, ["reserialized"]],
    [
      "a body that another language wrote again",
      { body: body.replaceAll("/", "\\/").replace("ü", "\\u00fc") },
      ["reserialized"],
    ],
    ["a body whose keys are in another order", { body: reordered }, ["key_order"]],
    ["a body that was quoted", { body: JSON.stringify(body) }, ["quoted_body"]],
    ["a body in Base64", { body: Buffer.from(body).toString("base64") }, ["base64_body"]],
    ["a body that was read as Latin-1", { body: Buffer.from(body).toString("latin1") }, ["wrong_charset"]],
    ["the body's own signature", { signature: ownSignature }, ["body_signature"]],
    ["a body with an empty signature", { body: body.replace(ownSignature, "") }, ["empty_signature"]],
    ["a body that lost its signature", { body: signedBody(event, null) }, ["empty_signature"]],
    ["two mistakes at once", { body: `${pretty}\n`, signature: hex }, ["prefix", "reserialized"]],
  ];
  it.each(cases)("recognizes %s", async (_, change, mistakes) => {
    expect(await checkSignature({ ...right, ...change })).toEqual({
      outcome: "mistakes",
      header: "current",
      mistakes,
    });
  });

  it("does not accept a body that was changed, and says which signature would belong to it", async () => {
    const changed = body.replace("pst_1", "pst_2");
    expect(await checkSignature({ ...right, body: changed })).toEqual({
      outcome: "mismatch",
      expected: signatureHeader(changed, secret),
    });
  });

  it("does not accept another secret", async () => {
    expect(await checkSignature({ ...right, secret: oldSecret })).toMatchObject({ outcome: "mismatch" });
  });

  it.each([
    ["current", { signature: "v1=12" }],
    ["previous", { previousSignature: "none" }],
  ] as const)("says that the %s header is no signature", async (header, change) => {
    expect(await checkSignature({ ...right, ...change })).toEqual({ outcome: "malformed", header });
  });

  it("gives an answer for any body, secret and header", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.string({ minLength: 1 }),
        async (anyBody, anySecret) => {
          const request = { ...right, body: anyBody, secret: anySecret };
          expect(["mismatch", "mistakes"]).toContain((await checkSignature(request)).outcome);
        },
      ),
      { numRuns: 50 },
    );
  });
});
