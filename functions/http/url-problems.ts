import type { FieldProblem } from "../domain/errors.ts";
import { checkUrl, type UrlRules } from "./check-url.ts";

/** The problems of the URLs in a body, by the rule for every URL that a user gives. Ignores values that are not strings. */
export function urlProblems(urls: Readonly<Record<string, unknown>>, rules: UrlRules): FieldProblem[] {
  return Object.entries(urls).flatMap(([field, url]) => {
    const reason = typeof url === "string" ? checkUrl(url, rules) : null;
    return reason === null ? [] : [{ field, reason }];
  });
}
