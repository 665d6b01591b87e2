import type { PostStatus } from "../../../../client/api.ts";

interface Selection {
  words: string;
  status: PostStatus;
  sort: "scheduledAt" | "createdAt" | "publishedAt";
  order: "asc" | "desc";
}

/** Which posts a reviewer can look at. */
export const selections = {
  waiting: { words: "Waiting for approval", status: "pending", sort: "scheduledAt", order: "asc" },
  scheduled: { words: "Scheduled", status: "scheduled", sort: "scheduledAt", order: "asc" },
  drafts: { words: "Drafts, and posts to be changed", status: "draft", sort: "createdAt", order: "desc" },
  published: { words: "Published", status: "published", sort: "publishedAt", order: "desc" },
} as const satisfies Record<string, Selection>;

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
