/** Why a run chose the story of a post. */
export interface PostReason {
  /** One sentence for people. */
  text: string;
  /** The score of the story, 0 to 1. */
  score: number;
  /** The parts of the score, and what the story repeats of the run's other posts; each 0 to 1. */
  terms: {
    /** Null if the pipeline has no topics. */
    relevance: number | null;
    freshness: number;
    corroboration: number;
    repetition: number;
  };
  /** The rising trend that the story belongs to; null if it belongs to none. */
  trend: { id: string; title: string; score: number } | null;
}
