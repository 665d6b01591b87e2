import { join } from "node:path";

/** The folder of the unpacked browser: the program, its shared libraries and its fonts. Deleted with `node_modules`. */
export const chromiumDirectory = join(import.meta.dirname, "../node_modules/.chromium");
