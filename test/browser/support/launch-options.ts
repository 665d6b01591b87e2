import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { LaunchOptions } from "playwright-core";
import { chromiumDirectory } from "./chromium-directory.ts";

/**
 * Returns how to start the browser: web security stays on, and of the certificates that no authority has signed it accepts
 * only the service's. The arguments that its package proposes would switch web security off.
 */
export function launchOptions(certFile: string): LaunchOptions {
  const { publicKey } = new X509Certificate(readFileSync(certFile));
  const keyHash = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");
  return {
    executablePath: join(chromiumDirectory, "chromium"),
    args: [
      // The sandbox does not run as root, and CI often does.
      "--no-sandbox",
      "--disable-gpu",
      "--font-render-hinting=none",
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ],
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(chromiumDirectory, "fonts.conf"),
      // Libraries that a bare machine lacks: NSS, NSPR and Expat.
      LD_LIBRARY_PATH: join(chromiumDirectory, "al2023/lib"),
    },
  };
}
