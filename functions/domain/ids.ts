/** What each prefix of an identifier stands for (contract, section 2). */
const idPrefixes = {
  organization: "org",
  apiKey: "key",
  brand: "brd",
  pipeline: "pip",
  run: "run",
  post: "pst",
  trend: "trd",
  webhook: "whk",
  event: "evt",
  delivery: "dlv",
  deadLetter: "dlt",
} as const;

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

/** Makes an id that sorts by the moment of its making. */
export type NewId = (prefix: IdPrefix) => string;

/** The shape of an identifier: its prefix and a ULID. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`);
}
