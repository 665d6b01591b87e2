import { join } from "node:path";
import { projectRoot } from "../bundle.ts";
import { openApi } from "./document.ts";

/** The stored OpenAPI document. The function that serves it bundles a copy. */
export const documentFile = join(projectRoot, "docs", "openapi.json");

/** The text of the stored OpenAPI document. */
export function documentText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
