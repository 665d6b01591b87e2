import type { Route } from "../../../functions/contract/route.ts";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import { urlProblems } from "../../../functions/http/url-problems.ts";
import { tickAfter } from "../../../functions/pipeline/next-tick.ts";
import { pipelineProblems } from "../../../functions/pipeline/pipeline-problems.ts";
import type { RouteName } from "./request-template.ts";

/** Whether the contract has a body accepted; `either` where that depends on what is stored, or on how deep a parser goes. */
export type BodyValidity = "accepted" | "refused" | "either";

const bodyBytesMax = 256 * 1_024;
/** Deeper than this, whether a document can be read at all is a matter of a thread's stack. */
const certainDepth = 3_000;
const allowLoopback = true;

type Check = (body: unknown) => Promise<readonly unknown[]> | readonly unknown[];

/** The rules that stand in no schema. */
const checksInCode: Partial<Record<RouteName, Check>> = {
  createPipeline: (body) => pipelineProblems(body, { allowLoopback }),
  updatePipeline: (body) => pipelineProblems(body, { allowLoopback }),
  createWebhook: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  updateWebhook: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  updatePost: (body) => urlProblems({ link: fieldOf(body, "link") }, { allowHttp: true, allowLoopback }),
  createApiKey: (body) => (Date.parse(String(fieldOf(body, "expiresAt"))) <= Date.now() ? ["past"] : []),
};

/** What the contract says of a body, read as the bytes that were sent. */
export async function bodyValidity(
  name: RouteName,
  { body: schema, bodyOptional }: Route,
  bytes: Buffer | null,
  contentType: string | undefined,
): Promise<BodyValidity> {
  if (schema === undefined) return "accepted";
  if (bytes === null || bytes.length === 0) return bodyOptional === true ? "accepted" : "refused";
  const text = bytes.toString("utf8");
  if (Buffer.byteLength(text) > bodyBytesMax) return "refused";
  if (!/^application\/([a-z0-9.+-]+\+)?json(;|$)/i.test(contentType ?? "")) return "refused";
  if (depthOf(text) > certainDepth) return "either";
  const parsed = parse(text);
  if (parsed === undefined || !schema.safeParse(parsed.value).success) return "refused";
  if (((await checksInCode[name]?.(parsed.value)) ?? []).length > 0) return "refused";
  return (await neverComes(parsed.value)) ? "either" : "accepted";
}

/** JSON without the keys that a prototype could be polluted by; undefined where it is none. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return {
      value: JSON.parse(text, (key, value: unknown) => {
        const pollutes = key === "constructor" && Boolean(value) && Object.hasOwn(Object(value), "prototype");
        if (key === "__proto__" || pollutes) throw new Error("forbidden");
        return value;
      }),
    };
  } catch {
    return undefined;
  }
}

/** A schedule whose time never comes is refused once its pipeline is active. */
async function neverComes(body: unknown): Promise<boolean> {
  const schedule = fieldOf(body, "schedule");
  return typeof schedule === "string" && (await tickAfter(schedule, "UTC", Date.now())) === null;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const one of text) {
    if (one === "[" || one === "{") deepest = Math.max(deepest, (depth += 1));
    else if (one === "]" || one === "}") depth -= 1;
  }
  return deepest;
}
