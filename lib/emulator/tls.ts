import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Paths and contents, all PEM. */
export interface LocalTls {
  caFile: string;
  certFile: string;
  keyFile: string;
  cert: string;
  key: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const caLifetimeDays = 3650;
/** The most that Apple's clients accept. */
const certificateLifetimeDays = 397;
const renewBeforeDays = 30;

/**
 * The certificate of the local service, for localhost, 127.0.0.1 and ::1, signed by a CA that is made once per state
 * folder; whoever trusts `caFile` trusts the service. Both are used again while they are valid for another month.
 */
export async function ensureTls(stateDirectory: string, caName = "Local CA"): Promise<LocalTls> {
  const directory = join(stateDirectory, "tls");
  const caFile = join(directory, "ca.pem");
  const certFile = join(directory, "cert.pem");
  const keyFile = join(directory, "key.pem");
  if (!stillGood(caFile, certFile, keyFile)) {
    // Loaded only when needed: most starts find the files there.
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

function stillGood(caFile: string, certFile: string, keyFile: string): boolean {
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
