const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The graphemes of a text: the characters as readers see them. */
export const graphemesOf = (text: string): Intl.Segments => segmenter.segment(text);
