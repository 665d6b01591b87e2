/**
 * Characters that people do not see, in which a text can hide: all format characters and variation selectors. The exceptions
 * are the joiners of letters and emoji, and the variation selector of emoji.
 */
const unseen = /(?!\u200c|\u200d|\ufe0f)(?:\p{Cf}|\p{Variation_Selector})/gu;
/** Control, private and unpaired surrogate characters, except line feeds. */
const unprintable = /(?!\n)(?:\p{Cc}|\p{Co}|\p{Cs})/u;

/** Removes the characters in which a text can hide. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, "");
}

/** Whether a text has characters that people do not see. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) !== -1 || unprintable.test(text);
}
