import type { FieldProblem } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import type { UrlRules } from "../http/check-url.ts";
import { urlProblems } from "../http/url-problems.ts";

/** Finds the problems of a post's body that a schema cannot find: in the URLs of its link and its media. */
export function postProblems(body: unknown, rules: Pick<UrlRules, "allowLoopback">): FieldProblem[] {
  const media = fieldOf(body, "media");
  const pictures = Array.isArray(media)
    ? media.map((picture, index) => [`media[${index}].url`, fieldOf(picture, "url")])
    : [];
  const urls = { link: fieldOf(body, "link"), ...Object.fromEntries(pictures) };
  return urlProblems(urls, { ...rules, allowHttp: true });
}
