import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ensureTls } from "../../lib/emulator/tls.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

it("the certificate is valid for localhost, 127.0.0.1 and ::1, and the CA has signed it", async () => {
  const tls = await ensureTls(temporaryFolder());
  const ca = new X509Certificate(readFileSync(tls.caFile));
  const cert = new X509Certificate(tls.cert);
  expect(cert.verify(ca.publicKey)).toBe(true);
  expect(cert.checkIssued(ca)).toBe(true);
  expect([ca.ca, cert.ca]).toEqual([true, false]);
  expect(cert.checkHost("localhost")).toBe("localhost");
  expect(cert.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(cert.checkIP("::1")).toBe("::1");
  expect(cert.checkHost("example.com")).toBeUndefined();
  expect(cert.checkPrivateKey(createPrivateKey(tls.key))).toBe(true);
});

it("only its owner can read the key", async () => {
  const tls = await ensureTls(temporaryFolder());
  expect(statSync(tls.keyFile).mode & 0o777).toBe(0o600);
});

it("a start uses the existing CA and certificate, and makes new ones when they are damaged", async () => {
  const folder = temporaryFolder();
  const first = await ensureTls(folder);
  expect(await ensureTls(folder)).toEqual(first);
  writeFileSync(first.certFile, "not a certificate");
  const second = await ensureTls(folder);
  expect(second.cert).not.toBe(first.cert);
  expect(new X509Certificate(second.cert).checkIssued(new X509Certificate(readFileSync(second.caFile)))).toBe(
    true,
  );
});
