import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the code of a CloudFront function: `https-redirect.js`, which all of them need, and then `<name>.js`. A function is one
 * file and cannot import another.
 */
export function edgeFunctionCode(name: "viewer-request" | "dashboard-request"): string {
  return ["https-redirect", name]
    .map((file) => readFileSync(join(import.meta.dirname, `${file}.js`), "utf8"))
    .join("\n");
}
