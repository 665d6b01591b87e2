import { syncBuiltinESMExports } from "node:module";
import tls from "node:tls";

const functionsThatReadCertificates = ["connect", "createSecureContext", "getCACertificates"] as const;

/**
 * Trusts a CA in addition to the default ones, in this thread alone. Does so at the thread's first use of TLS: reading the
 * default certificates takes 25 ms of CPU time, and most functions open no TLS connection.
 */
export function trustAtFirstUse(extraCa: string): void {
  const originals = functionsThatReadCertificates.map((name) => [name, tls[name]] as const);
  const trust = () => {
    for (const [name, original] of originals) Reflect.set(tls, name, original);
    syncBuiltinESMExports();
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), extraCa]);
  };
  for (const [name, original] of originals) {
    Reflect.set(tls, name, (...args: unknown[]): unknown => {
      trust();
      return Reflect.apply(original, tls, args);
    });
  }
  syncBuiltinESMExports();
}
