import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the code of a CloudFront function: the file `<name>.js` of this folder, behind what all of them share. CloudFront runs
 * one file.
 */
export function edgeFunctionCode(name: "viewer-request" | "dashboard-request"): string {
  return ["https-redirect", name]
    .map((file) => readFileSync(join(import.meta.dirname, `${file}.js`), "utf8"))
    .join("\n");
}
