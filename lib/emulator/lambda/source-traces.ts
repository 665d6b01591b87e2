import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

/** A position in a file, as stack traces write it. */
const position = /(file:\/\/[^\s()]+?):(\d+):(\d+)/g;
const link = "//# sourceMappingURL=";

/**
 * Makes the stack traces of this thread show the lines of the sources, for files that have a source map. Reads the map at the
 * first trace that needs it. Node's own support reads it when the file is loaded, which takes a tenth of a cold start.
 */
export function showSourcesInTraces(): void {
  const maps = new Map<string, { map: SourceMap; root: string } | undefined>();

  function mapOf(file: string) {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  }

  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      `\n    at ${textOf(site)}`.replaceAll(position, (text, file: string, line: string, column: string) => {
        const found = mapOf(file);
        const entry = found?.map.findEntry(Number(line) - 1, Number(column) - 1);
        if (found === undefined || entry === undefined || !("originalSource" in entry)) return text;
        const source = new URL(entry.originalSource, found.root).href;
        return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
      }),
    );
    return `${String(error)}${lines.join("")}`;
  };
}

/** A line of a trace without its start: the types of Node do not say that a call site has a text of its own. */
function textOf(site: { toString(): string }): string {
  return site.toString();
}

/** Returns undefined for a file without a readable source map. */
function readMap(file: string): { map: SourceMap; root: string } | undefined {
  try {
    const text = readFileSync(fileURLToPath(file), "utf8");
    const at = text.lastIndexOf(link);
    if (at === -1) return undefined;
    const url = new URL(text.slice(at + link.length).trim(), file);
    const payload: SourceMapPayload = JSON.parse(readUrl(url));
    const root = new URL(payload.sourceRoot || ".", url.protocol === "data:" ? file : url);
    return { map: new SourceMap(payload), root: root.href };
  } catch {
    return undefined;
  }
}

/** Reads a file, or the Base64 of a `data:` URL. */
function readUrl(url: URL): string {
  if (url.protocol !== "data:") return readFileSync(url, "utf8");
  return Buffer.from(url.pathname.slice(url.pathname.indexOf(",") + 1), "base64").toString("utf8");
}
