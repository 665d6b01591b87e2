import type { Route } from "../../functions/contract/route.ts";
import { roles } from "../../functions/domain/keyring.ts";

/** The security requirement of a route: the lowest role that its key, or that of its session, needs (OpenAPI 3.1, 4.8.30). */
export function securityOf({ access, reviewers, needsKey }: Route): Record<string, string[]>[] {
  if (access === "public") return [];
  const session = needsKey === true ? [] : [{ session: [access] }];
  return [{ apiKey: [access] }, ...session, ...(reviewers === undefined ? [] : [{ reviewLink: [] }])];
}

/** The sentences that say which review links and which keys may call a route. */
export function accessText(route: Route): string {
  const { reviewers } = route;
  if (reviewers === undefined) return keysText(route);
  const links = reviewers === "all" ? "A review link" : "A review link with `mayApprove`";
  return `${links} may call it too. ${keysText(route)}`;
}

function keysText({ access }: Route): string {
  if (access === "public") return "Requires no API key.";
  const able = roles.slice(roles.indexOf(access));
  return able.length === roles.length
    ? "Requires an API key of any role."
    : `Requires an API key with role ${able.map((role) => `\`${role}\``).join(" or ")}.`;
}
