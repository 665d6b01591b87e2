/** The prefix of each kind of id (contract, section 2). */
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
  bulkReplay: "rpl",
  comment: "cmt",
  historyEntry: "hst",
  reviewLink: "rvl",
} as const;

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

/** Makes a new id. Ids sort by the time at which they were made. */
export type NewId = (prefix: IdPrefix) => string;

/** The format of an id: its prefix and a ULID. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`);
}
