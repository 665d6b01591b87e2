import type { SourceItem } from "./source.ts";

/** Where and when a document was found. */
export interface DocumentOrigin {
  /** Its URL, after redirects. */
  url: string;
  nowMs: number;
  /** Whether the images of items may have loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** What a type of source asks for, and how its response is read. `readSource` sends the requests. */
export interface SourceRequest {
  /** Names the source in messages, without secrets. */
  name: string;
  /** The URLs to ask, one after the other, until one of them does not give 404. All have one host. */
  urls: readonly [string, ...string[]];
  /** The media types that it reads. */
  accept: string;
  /** The longest time that one response may take. */
  timeoutMs: number;
  /** The largest document, both as sent and decompressed. */
  bytesMax: number;
  /** Whether the URLs may be http. @default false */
  allowHttp?: boolean;
  /** Reads a document, newest item first. @throws {SourceError} when it is not what the source should send */
  read: (text: string, origin: DocumentOrigin) => SourceItem[];
}
