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
  const urlsIn = (name: string) =>
    Object.fromEntries(
      Array.isArray(sources)
        ? sources.map((source, index) => [`sources[${index}].${name}`, fieldOf(source, name)])
        : [],
    );
  return [
    ...urlProblems(urlsIn("url"), { ...rules, allowHttp: true }),
    ...urlProblems(urlsIn("instance"), rules),
    ...(await scheduleProblems({ schedule: fieldOf(body, "schedule") })),
  ];
}
