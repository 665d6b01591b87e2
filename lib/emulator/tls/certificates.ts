import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
const signingAlgorithm = { name: "ECDSA", hash: "SHA-256" } as const;
/** A client's clock may be behind. */
const notBeforeMarginMs = 60 * 60 * 1000;

/**
 * Makes a CA and a server certificate that it signs, all PEM. Both have the key identifiers that strict verifiers require
 * (RFC 5280, 4.2.1.1; Python 3.13 checks them by default). The CA's key is not stored, so it can never sign anything else.
 */
export async function makeCertificates(options: {
  caName: string;
  caNotAfter: Date;
  notAfter: Date;
}): Promise<{ ca: string; cert: string; key: string }> {
  cryptoProvider.set(crypto);
  const caKeys = await crypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const keys = await crypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const notBefore = new Date(Date.now() - notBeforeMarginMs);
  // A random part, because browsers and trust stores may also hold the CA of another state folder.
  const name = `CN=${options.caName} ${Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString("hex")}`;

  const ca = await X509CertificateGenerator.createSelfSigned({
    name,
    keys: caKeys,
    signingAlgorithm: signingAlgorithm,
    notBefore,
    notAfter: options.caNotAfter,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const cert = await X509CertificateGenerator.create({
    subject: "CN=localhost",
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: signingAlgorithm,
    notBefore,
    notAfter: options.notAfter,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    ca: `${ca.toString("pem")}\n`,
    cert: `${cert.toString("pem")}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/.{64}/g, "$&\n").trimEnd()}\n-----END PRIVATE KEY-----\n`,
  };
}
