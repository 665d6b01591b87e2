import type { Plugin } from "vite";
import { compressedJson } from "../../../lib/compressed-import.ts";

/** Gives tests that load a handler from its source what the bundles have: see lib/compressed-import.ts. */
export const compressedJsonPlugin: Plugin = {
  name: "compressed-json",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(".json?brotli")) return null;
    const bytes = await compressedJson(id.slice(0, -"?brotli".length));
    return { code: `export default Buffer.from("${bytes.toString("base64")}", "base64");`, moduleType: "js" };
  },
};
