import { join } from "node:path";
import { openApi } from "../../functions/contract/openapi/document.ts";
import { projectRoot } from "../bundle.ts";

/** Where the OpenAPI document is kept; the function that serves it holds a copy of it. */
export const documentFile = join(projectRoot, "docs", "openapi.json");

/** The OpenAPI document as it is kept. */
export function documentText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
