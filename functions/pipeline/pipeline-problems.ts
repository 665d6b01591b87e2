import type { FieldProblem } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import type { UrlRules } from "../http/check-url.ts";
import { urlProblems } from "../http/url-problems.ts";
import { scheduleProblems } from "./next-tick.ts";

/** Finds the problems of a pipeline's body that a schema cannot find: in the URLs of its sources and in its schedule. */
export async function pipelineProblems(
  body: unknown,
  rules: Pick<UrlRules, "allowLoopback">,
): Promise<FieldProblem[]> {
  const sources = fieldOf(body, "sources");
  const urls = Array.isArray(sources)
    ? sources.map((source, index) => [`sources[${index}].url`, fieldOf(source, "url")])
    : [];
  return [
    ...urlProblems(Object.fromEntries(urls), { ...rules, allowHttp: true }),
    ...(await scheduleProblems({ schedule: fieldOf(body, "schedule") })),
  ];
}
