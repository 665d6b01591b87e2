/** Control characters except line breaks and tabs, and characters that change the direction of the text around them. */
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text in which no character can hide or move another: control characters are written as `\u202e`. */
export const visibleText = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
