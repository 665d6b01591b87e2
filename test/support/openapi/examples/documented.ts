import type {
  Example,
  ExampleRequest,
  Media,
  Parameter,
  Response,
} from "../../../../lib/openapi/document-types.ts";
import { exampleIds } from "../../../../lib/openapi/example-story.ts";
import { exampleChannelUrl } from "../../../../lib/openapi/resources/channels.ts";
import { provided } from "../../setup/provided.ts";
import { operations, resolved } from "../document.ts";
import type { Story } from "./story.ts";

/** One example of the document: a request and its response. */
export interface Documented {
  operationId: string;
  name: string;
  method: string;
  path: string;
  status: number;
  /** The component name of a response that several operations share; null for any other. */
  response: string | null;
  /** The documented response body; undefined if there is none. */
  value: unknown;
  request: ExampleRequest;
}

/** Every example of every response. A response without a body counts as one example. @throws when a response with a body has no example */
export function documentedExamples(): Documented[] {
  return operations().flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).flatMap(([status, ref]) => {
      const { content } = resolved<Response>(ref);
      const response = "$ref" in ref ? (ref.$ref.split("/").at(-1) ?? null) : null;
      const where = `${operation.operationId} ${status}`;
      const examples: [string, Partial<Example>][] =
        content === undefined
          ? [["withoutBody", {}]]
          : Object.values(content).flatMap((media) => examplesOf(media, where));
      return examples.map(([name, { value, "x-request": own }]) => {
        const { operationId } = operation;
        const usual = usualRequest(operation);
        return {
          operationId,
          name,
          method: method.toUpperCase(),
          path,
          status: Number(status),
          response,
          value,
          request: { ...usual, ...own, path: { ...usual.path, ...own?.path } },
        };
      });
    }),
  );
}

function examplesOf({ examples }: Media, where: string): [string, Example][] {
  const found = Object.entries(examples);
  if (found.length === 0) throw new Error(`${where} has a body but no example`);
  return found;
}

/** The path parameters and the body of an operation's own example. */
function usualRequest({ parameters = [], requestBody }: ReturnType<typeof operations>[number]["operation"]) {
  const inPath = parameters.map((one) => resolved<Parameter>(one)).filter((one) => one.in === "path");
  const path = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  return { path, ...(example !== undefined && { body: example.value }) };
}

/** The request of an example, with the ids of a story. */
export function requestOf({ path, request }: Documented, { ids }: Story) {
  let text = JSON.stringify(request);
  for (const [prefix, example] of Object.entries<string>(exampleIds))
    text = text.replaceAll(example, new Map(Object.entries<string>(ids)).get(prefix) ?? example);
  text = text.replaceAll(new URL(exampleChannelUrl).origin, provided("service").channelOrigin);
  const own: ExampleRequest = JSON.parse(text);
  const query = new URLSearchParams(own.query).toString();
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own.path?.[name] ?? "");
  return {
    target: query === "" ? target : `${target}?${query}`,
    headers: own.headers ?? {},
    body: own.body,
  };
}
