import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isUsed } from "./state.ts";

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
 * client that trusts `caFile` trusts the certificate. Both are used again while they are valid for 30 more days. `log` gets a
 * line when a folder that was used before gets a new CA.
 */
export async function ensureTls(
  stateDirectory: string,
  { caName = "Local CA", log }: { caName?: string; log?: (line: string) => void } = {},
): Promise<LocalTls> {
  const directory = join(stateDirectory, "tls");
  const caFile = join(directory, "ca.pem");
  const certFile = join(directory, "cert.pem");
  const keyFile = join(directory, "key.pem");
  const problem = problemOf(caFile, certFile, keyFile);
  if (problem !== undefined) {
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
    if (isUsed(stateDirectory))
      log?.(`${problem}: a new certificate and CA were made. Clients must trust ${caFile} again.`);
  }
  return {
    caFile,
    certFile,
    keyFile,
    cert: readFileSync(certFile, "utf8"),
    key: readFileSync(keyFile, "utf8"),
  };
}

/** Returns why the files cannot be used; undefined if they can. */
function problemOf(caFile: string, certFile: string, keyFile: string): string | undefined {
  const missing = [caFile, certFile, keyFile].find((file) => !existsSync(file));
  if (missing !== undefined) return `${missing} is missing`;
  const ca = read(caFile, (pem) => new X509Certificate(pem));
  const cert = read(certFile, (pem) => new X509Certificate(pem));
  const key = read(keyFile, (pem) => createPrivateKey(pem));
  if (ca === undefined) return `${caFile} is damaged`;
  if (cert === undefined) return `${certFile} is damaged`;
  if (key === undefined) return `${keyFile} is damaged`;
  if (!cert.checkIssued(ca)) return `${certFile} is not a certificate of ${caFile}`;
  if (!cert.checkPrivateKey(key)) return `${keyFile} is not the key of ${certFile}`;
  const renewMs = Date.now() + renewBeforeDays * dayMs;
  const isValid = [ca, cert].every(({ validToDate }) => validToDate.getTime() > renewMs);
  return isValid ? undefined : `${certFile} expires soon`;
}

/** Returns undefined for a file that cannot be parsed. */
function read<T>(file: string, parse: (pem: Buffer) => T): T | undefined {
  const pem = readFileSync(file);
  try {
    return parse(pem);
  } catch {
    return undefined;
  }
}

function write(path: string, text: string, mode: number): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
}
