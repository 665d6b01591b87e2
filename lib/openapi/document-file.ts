import { join } from "node:path";
import { projectRoot } from "../bundle.ts";
import { openApi } from "./document.ts";

/** The stored OpenAPI document. The bundle of the function that serves it holds it compressed. */
export const documentFile = join(projectRoot, "docs", "openapi.json");

/** The text of the stored OpenAPI document. */
export function documentText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
