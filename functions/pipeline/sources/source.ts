import type { PostContent } from "../../domain/post.ts";
import type { Source } from "../../domain/source.ts";

/** An item of a source, as plain text. */
export interface SourceItem {
  /** The same each time the source is read. At most 200 characters. */
  id: string;
  title: string;
  /** Absolute, http or https. */
  url: string;
  /** May be empty. A line feed separates two paragraphs. */
  summary: string;
  /** ISO 8601 in UTC; null when the source gives no valid date. */
  publishedAt: string | null;
  /** The name of the source, else its host. */
  source: string;
  /** The image that the source names for the item, with a description; null if it names none that a channel could take. */
  image: PostContent["media"][number] | null;
  /** How many reactions, uses or views the source counts for the item; null when it does not count. Compares only within one source. */
  engagement: number | null;
}

/** A source that was fetched. */
export interface FetchedSource {
  /** Reads the items out of what was fetched, newest first. @throws {SourceError} when the document cannot be read */
  parse: () => SourceItem[];
  /** What the run's stage says about a source that has items. @default nothing */
  note?: string;
  /** Stores the items for the next run, with the validators of the document. @default stores nothing */
  remember?: (items: readonly SourceItem[]) => Promise<void>;
}

/**
 * The port of a pipeline's sources: fetches a source. Parsing is a second step, because it takes the processor, and the time
 * limits of other sources must not run meanwhile.
 * @throws {SourceError} when the source cannot be fetched
 */
export type FetchSource = (source: Source) => Promise<FetchedSource>;

/** A source could not be read. The message names it, without secrets, and may be shown to the pipeline's owner. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SourceError";
  }
}
