import type { FeedSource } from "../../domain/pipeline.ts";

/** An item of a source, as plain text. */
export interface SourceItem {
  /** The same each time the source is read. At most 200 characters. */
  id: string;
  title: string;
  /** Absolute, http or https. */
  url: string;
  /** May be empty. */
  summary: string;
  /** ISO 8601 in UTC; null when the source gives no valid date. */
  publishedAt: string | null;
  /** The name of the source, else its host. */
  source: string;
}

/**
 * The port of a pipeline's sources: reads their newest items, newest first.
 * @throws {SourceError} when the source cannot be read
 */
export type ReadSource = (source: FeedSource) => Promise<SourceItem[]>;

/** A source could not be read. The message names it and may be shown to the pipeline's owner. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SourceError";
  }
}
