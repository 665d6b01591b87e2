import { isoTime } from "./time.ts";

/** Whose everything else is. */
export interface Organization {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

export function openOrganization(given: { id: string; name: string }, nowMs: number): Organization {
  const createdAt = isoTime(nowMs);
  return { ...given, createdAt, updatedAt: createdAt };
}
