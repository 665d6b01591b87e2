/** The text of a JSON file, compressed when the function is bundled (lib/compressed-import.ts). */
declare module "*.json?brotli" {
  const bytes: Uint8Array;
  export default bytes;
}
