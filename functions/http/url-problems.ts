import type { FieldProblem } from "../domain/errors.ts";
import { checkUrl, type UrlRules } from "./check-url.ts";

/** What is wrong with the URLs of a body, by the rule that guards every URL a user gives. Anything but text is not its matter. */
export function urlProblems(urls: Readonly<Record<string, unknown>>, rules: UrlRules): FieldProblem[] {
  return Object.entries(urls).flatMap(([field, url]) => {
    const reason = typeof url === "string" ? checkUrl(url, rules) : null;
    return reason === null ? [] : [{ field, reason }];
  });
}
