declare module "wawoff2" {
  /** Returns a WOFF2 font as a TrueType or OpenType font. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}
