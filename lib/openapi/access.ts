import type { Route } from "../../functions/contract/route.ts";
import { roles } from "../../functions/domain/keyring.ts";

/** The security requirement of a route. It names the least role that its key needs (OpenAPI 3.1, 4.8.30). */
export function securityOf({ access }: Route): Record<string, string[]>[] {
  return access === "public" ? [] : [{ apiKey: [access] }];
}

/** Who may call a route, in words. */
export function accessText({ access }: Route): string {
  if (access === "public") return "No key is needed.";
  const able = roles.slice(roles.indexOf(access));
  return able.length === roles.length
    ? "Needs a key of any role."
    : `Needs a key of role ${able.map((role) => `\`${role}\``).join(" or ")}.`;
}
