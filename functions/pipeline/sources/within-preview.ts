import { setTimeout as sleep } from "node:timers/promises";
import { redactUrl } from "../../http/redact-url.ts";
import { type FetchSource, SourceError } from "./source.ts";

/**
 * Gives all sources of a preview one time limit together. A source that has not responded by then, or whose turn comes
 * later, is left out: the run names it like a source that cannot be read. Parsing that has begun is finished.
 */
export function withinPreview(fetchSource: FetchSource, limitMs: number): FetchSource {
  const over = sleep(limitMs, true, { ref: false });
  let isOver = false;
  const ended = over.then(() => {
    isOver = true;
    return null;
  });
  return async (source) => {
    const leftOut = () =>
      new SourceError(
        `${redactUrl(source.url)} was left out: a preview reads sources for ${limitMs / 1000} s`,
      );
    if (isOver) throw leftOut();
    const parse = await Promise.race([fetchSource(source), ended]);
    if (parse === null) throw leftOut();
    return () => {
      if (isOver) throw leftOut();
      return parse();
    };
  };
}
