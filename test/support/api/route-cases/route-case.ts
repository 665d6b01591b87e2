import type { Fixtures } from "../fixtures.ts";

/** What the tests need for a route in addition to its row in the route table. */
export interface RouteCase {
  /** A body with every field that the route knows. */
  body?: Record<string, unknown>;
  /** The ids of the fixtures that the body of the valid request has in addition. */
  idsInBody?: (ids: Fixtures["ids"]) => Record<string, string | string[]>;
  /** The query of the valid request, when the route needs one. */
  query?: (ids: Fixtures["ids"]) => Record<string, string>;
  /** The fixture that the path names. @default the fixture with the route's kind of id */
  idInPath?: keyof Fixtures["ids"];
  /** The fixture that the valid request needs without naming it. */
  needs?: keyof Fixtures["ids"];
  /** The fixture whose id the response to the valid request contains. */
  idInResponse?: keyof Fixtures["ids"];
  /** Queries and bodies that get 400, each with the names of all its invalid fields. */
  invalidRequests: readonly { query?: string; body?: unknown; fields: readonly string[] }[];
}

export const invalidPages: RouteCase["invalidRequests"] = [
  { query: "limit=0", fields: ["limit"] },
  { query: "limit=101", fields: ["limit"] },
  { query: "limit=1.5&cursor=", fields: ["limit", "cursor"] },
  { query: "cursor=forged", fields: ["cursor"] },
];
