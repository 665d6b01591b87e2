import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "esbuild";

const suffix = "?brotli";
const compress = promisify(brotliCompress);

/** Leaves 41 kB of 490 kB of JSON. The best quality takes ten times as long and leaves 37 kB. */
const quality = 6;

/** Returns the compressed text of a JSON file, without line breaks and indentation. */
export async function compressedJson(path: string): Promise<Buffer> {
  const text = JSON.stringify(JSON.parse(await readFile(path, "utf8")));
  return compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/**
 * Lets a function import a JSON file as the bytes of its compressed text: `import bytes from "./file.json?brotli"`. The
 * text is without line breaks and indentation. `functions/compressed-import.d.ts` has the type of such an import.
 */
export const compressedImport: Plugin = {
  name: "compressed-import",
  setup(builder) {
    builder.onResolve({ filter: /\.json\?brotli$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -suffix.length)),
      suffix,
    }));
    builder.onLoad({ filter: /\.json$/ }, async ({ path, suffix: given }) => {
      if (given !== suffix) return undefined;
      return { contents: await compressedJson(path), loader: "binary", resolveDir: dirname(path) };
    });
  },
};
