import type { PostStatus } from "../../../../client/api.ts";

interface Selection {
  words: string;
  statuses: PostStatus[];
  /** What goes out next comes first, or what was made or published last. */
  order: "asc" | "desc";
  sort: "scheduledAt" | "createdAt" | "publishedAt";
}

/** Which posts a reviewer can look at. */
export const selections = {
  waiting: { words: "Waiting for approval", statuses: ["pending"], sort: "scheduledAt", order: "asc" },
  scheduled: { words: "Scheduled", statuses: ["scheduled"], sort: "scheduledAt", order: "asc" },
  drafts: { words: "Drafts, and posts to be changed", statuses: ["draft"], sort: "createdAt", order: "desc" },
  published: { words: "Published", statuses: ["published"], sort: "publishedAt", order: "desc" },
} as const satisfies Record<string, Omit<Selection, "statuses"> & { statuses: readonly PostStatus[] }>;

type SelectionName = keyof typeof selections;

export const selectionNames = [
  "waiting",
  "scheduled",
  "drafts",
  "published",
] as const satisfies readonly SelectionName[];

/** The selection that an address names; the waiting posts if it names none. */
export function selectionOf(text: string | undefined): SelectionName {
  return selectionNames.find((name) => name === text) ?? "waiting";
}
