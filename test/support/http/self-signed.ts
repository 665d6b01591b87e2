import { randomUUID } from "node:crypto";
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";

const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Creates a self-signed certificate for the given names and 127.0.0.1. Returns it and its key as PEM. */
export async function selfSigned(names: readonly string[]): Promise<{ key: string; cert: string }> {
  cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const cert = await X509CertificateGenerator.createSelfSigned({
    // OpenSSL looks for an authority by its name: two that a process trusts must not have the same one.
    name: `CN=localhost, OU=${randomUUID()}`,
    keys,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    extensions: [
      new SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: "dns" as const, value })),
        { type: "ip", value: "127.0.0.1" },
      ]),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    cert: cert.toString("pem"),
  };
}
