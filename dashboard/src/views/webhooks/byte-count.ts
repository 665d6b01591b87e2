/** How many bytes a text has in UTF-8, as it is sent. */
export const byteCount = (text: string): number => new TextEncoder().encode(text).length;
