import type { ChannelName } from "../../domain/channel.ts";
import type { TokenCount } from "../../domain/generator.ts";
import type { Candidate } from "../rank.ts";

/** What a generator writes a post from. */
export interface GenerationRequest {
  candidate: Candidate;
  brand: { voice: string | null; hashtags: readonly string[]; utm: Readonly<Record<string, string>> };
  channel: ChannelName;
  /** Whether a post fits its channel, as the channel publishes it. */
  fits: (content: GeneratedContent) => boolean;
  /** The index of the post in its run: neighbouring posts should not read alike. */
  variant: number;
  /** Words and phrases that no post of the brand may have. */
  avoid: readonly string[];
}

export interface GeneratedContent {
  text: string;
  /** The candidate's link with the brand's utm parameters; null if it is too long for the channel. */
  link: string | null;
  /** Without "#". At most five. */
  hashtags: string[];
}

/** Content that fits its channel. */
export interface Written extends GeneratedContent {
  /** Whether the title was cut, or the link left out, so that the post fits its channel. */
  isShortened: boolean;
}

/** What a generator returns. `tokens` is null if no model was asked, or none has counted tokens. */
export type Generation =
  | {
      outcome: "written";
      content: Written;
      /** Whether the checks doubt the content, so that a person must approve it. */
      isDoubtful: boolean;
      tokens: TokenCount | null;
    }
  | {
      outcome: "not_written";
      /** Why, as one sentence for the brand's people. */
      reason: string;
      /** Whether the item itself is doubtful, so that a person must approve what the template makes of it. */
      isDoubtful: boolean;
      /** Whether the next posts of the run would meet the same reason. */
      isLasting: boolean;
      tokens: TokenCount | null;
    };

/** The port of a pipeline's generators: writes one post, within this time, or says why it does not. */
export type Generate = (request: GenerationRequest, timeLimitMs: number) => Promise<Generation>;
