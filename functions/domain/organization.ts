import { isoTime } from "./time.ts";

/** A tenant. Every other resource belongs to one organization. */
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
