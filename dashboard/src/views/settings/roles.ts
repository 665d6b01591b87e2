import type { Role } from "../../../../client/api.ts";

export const roles: readonly Role[] = ["read", "write", "admin"];

/** What each role may do. */
export const roleInWords: Record<Role, string> = {
  read: "Read: see everything, but not the API keys",
  write: "Write: also change everything, but not keys and organization",
  admin: "Admin: do everything",
};
