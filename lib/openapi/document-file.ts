import { join } from "node:path";
import { projectRoot } from "../bundle.ts";
import { openApi } from "./document.ts";

/** Where the OpenAPI document is kept; the function that serves it holds a copy of it. */
export const documentFile = join(projectRoot, "docs", "openapi.json");

/** The OpenAPI document as it is kept. */
export function documentText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
