import type { Route } from "../../functions/contract/route.ts";
import { roles } from "../../functions/domain/keyring.ts";

/** The security requirement of a route: the lowest role that its key needs (OpenAPI 3.1, 4.8.30). */
export function securityOf({ access }: Route): Record<string, string[]>[] {
  return access === "public" ? [] : [{ apiKey: [access] }];
}

/** The sentence that says which keys may call a route. */
export function accessText({ access }: Route): string {
  if (access === "public") return "Requires no API key.";
  const able = roles.slice(roles.indexOf(access));
  return able.length === roles.length
    ? "Requires an API key of any role."
    : `Requires an API key with role ${able.map((role) => `\`${role}\``).join(" or ")}.`;
}
