import type { Candidate } from "../rank.ts";

export interface GenerationRequest {
  candidate: Candidate;
  brand: { voice: string | null; hashtags: readonly string[]; utm: Readonly<Record<string, string>> };
  /** The limit of the text alone, in graphemes. */
  channel: { maxCharacters: number };
  /** The index of the post in its run: neighbouring posts should not read alike. */
  variant: number;
}

interface GeneratedContent {
  text: string;
  /** The candidate's link with the brand's utm parameters. */
  link: string;
  /** Without "#". At most five. */
  hashtags: string[];
}

/** The port of a pipeline's generators. */
export type Generate = (request: GenerationRequest) => GeneratedContent;
