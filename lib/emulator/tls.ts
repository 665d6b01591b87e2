import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files and contents of a certificate, its key and its CA, all PEM. */
export interface LocalTls {
  caFile: string;
  certFile: string;
  keyFile: string;
  cert: string;
  key: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const caLifetimeDays = 3650;
/** Apple's clients accept no longer lifetime. */
const certificateLifetimeDays = 397;
const renewBeforeDays = 30;

/**
 * Returns a certificate for localhost, 127.0.0.1 and ::1. Its CA, named `caName`, is made once for each state folder, so a
 * client that trusts `caFile` trusts the certificate. Both are used again while they are valid for 30 more days.
 */
export async function ensureTls(stateDirectory: string, caName = "Local CA"): Promise<LocalTls> {
  const directory = join(stateDirectory, "tls");
  const caFile = join(directory, "ca.pem");
  const certFile = join(directory, "cert.pem");
  const keyFile = join(directory, "key.pem");
  if (!areValid(caFile, certFile, keyFile)) {
    // Loaded only when needed: usually the files exist.
    const { makeCertificates } = await import("./tls/certificates.ts");
    const made = await makeCertificates({
      caName,
      caNotAfter: new Date(Date.now() + caLifetimeDays * dayMs),
      notAfter: new Date(Date.now() + certificateLifetimeDays * dayMs),
    });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    write(keyFile, made.key, 0o600);
    write(certFile, made.cert, 0o644);
    write(caFile, made.ca, 0o644);
  }
  return {
    caFile,
    certFile,
    keyFile,
    cert: readFileSync(certFile, "utf8"),
    key: readFileSync(keyFile, "utf8"),
  };
}

function areValid(caFile: string, certFile: string, keyFile: string): boolean {
  if (![caFile, certFile, keyFile].every((file) => existsSync(file))) return false;
  const renewMs = Date.now() + renewBeforeDays * dayMs;
  try {
    const ca = new X509Certificate(readFileSync(caFile));
    const cert = new X509Certificate(readFileSync(certFile));
    return cert.checkIssued(ca) && cert.validToDate.getTime() > renewMs && ca.validToDate.getTime() > renewMs;
  } catch {
    return false;
  }
}

function write(path: string, text: string, mode: number): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
}
