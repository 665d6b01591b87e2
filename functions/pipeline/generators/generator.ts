import type { Candidate } from "../rank.ts";

export interface GenerationRequest {
  candidate: Candidate;
  brand: { voice: string | null; hashtags: readonly string[]; utm: Readonly<Record<string, string>> };
  /** Whether a post fits its channel, as the channel publishes it. */
  fits: (content: GeneratedContent) => boolean;
  /** The index of the post in its run: neighbouring posts should not read alike. */
  variant: number;
}

export interface GeneratedContent {
  text: string;
  /** The candidate's link with the brand's utm parameters; null if it is too long for the channel. */
  link: string | null;
  /** Without "#". At most five. */
  hashtags: string[];
}

/** What a generator returns. */
interface Generated extends GeneratedContent {
  /** Whether the title was cut, or the link left out, so that the post fits its channel. */
  isShortened: boolean;
}

/** The port of a pipeline's generators. The content fits its channel. */
export type Generate = (request: GenerationRequest) => Generated;
