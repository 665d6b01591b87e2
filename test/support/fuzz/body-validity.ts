import type { Route } from "../../../functions/contract/route.ts";
import { channelNames } from "../../../functions/domain/channel.ts";
import { textRules } from "../../../functions/domain/channel-text.ts";
import { expiryProblems } from "../../../functions/domain/expiry-problems.ts";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import { postsPerRunTimesChannelsMax } from "../../../functions/domain/pipeline.ts";
import { reviewLinkProblems } from "../../../functions/domain/review-link.ts";
import { graphemeCount } from "../../../functions/domain/text-length.ts";
import { urlProblems } from "../../../functions/http/url-problems.ts";
import { tickAfter } from "../../../functions/pipeline/next-tick.ts";
import { pipelineProblems } from "../../../functions/pipeline/pipeline-problems.ts";
import { postProblems } from "../../../functions/pipeline/post-problems.ts";
import { bodySchemaOf } from "../api/valid-requests.ts";
import { type JsonSchema, jsonSchemaOf } from "./from-schema.ts";
import type { RouteName } from "./request-template.ts";

/** `either`: it depends on stored data, or on the depth that a parser can read. */
export type BodyValidity = "valid" | "invalid" | "either";

const bodyBytesMax = 256 * 1_024;
const postsPerRunMax = 50;
/** Whether a deeper document can be parsed depends on the stack of the thread. */
const surelyParsedDepth = 3_000;
const allowLoopback = true;

type Check = (body: unknown) => Promise<readonly unknown[]> | readonly unknown[];

/** The rules that no schema contains. */
const checksInCode: Partial<Record<RouteName, Check>> = {
  createPipeline: (body) => pipelineProblems(body, { allowLoopback }),
  updatePipeline: (body) => pipelineProblems(body, { allowLoopback }),
  connectChannel: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  setModelEndpoint: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  createWebhook: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  updateWebhook: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback }),
  createPost: (body) => postProblems(body, { allowLoopback }),
  updatePost: (body) => postProblems(body, { allowLoopback }),
  resolvePost: (body) =>
    urlProblems({ externalUrl: fieldOf(body, "externalUrl") }, { allowHttp: true, allowLoopback }),
  createReviewLink: (body) => reviewLinkProblems(body, Date.now()),
  createApiKey: (body) => expiryProblems(body, Date.now()),
};

/** Returns whether the contract accepts the bytes of a body. */
export async function bodyValidity(
  name: RouteName,
  route: Route,
  bytes: Buffer | null,
  contentType: string | undefined,
): Promise<BodyValidity> {
  const { method, bodyOptional } = route;
  const schema = bodySchemaOf(route);
  if (schema === undefined) return "valid";
  if (bytes === null || bytes.length === 0) return bodyOptional === true ? "valid" : "invalid";
  const text = bytes.toString("utf8");
  if (Buffer.byteLength(text) > bodyBytesMax) return "invalid";
  if (!/^application\/([a-z0-9.+-]+\+)?json(;|$)/i.test(contentType ?? "")) return "invalid";
  if (depthOf(text) > surelyParsedDepth) return "either";
  const parsed = parse(text);
  if (parsed === undefined || !schema.safeParse(parsed.value).success) return "invalid";
  if (method === "PATCH" && changesNothing(jsonSchemaOf(schema), parsed.value)) return "invalid";
  if (((await checksInCode[name]?.(parsed.value)) ?? []).length > 0) return "invalid";
  const dependsOnState =
    (await hasNoNextTime(parsed.value)) ||
    isTooLongForFeed(name, parsed.value) ||
    mayMakeTooManyPosts(parsed.value);
  return dependsOnState ? "either" : "valid";
}

/** Returns whether an object has fields and none of them, or of the objects in them, is known. */
function changesNothing({ properties }: JsonSchema, value: unknown): boolean {
  const fields = Object.entries(Object(value));
  if (properties === undefined || fields.length === 0) return false;
  return fields.every(([name, field]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema === undefined || changesNothing(schema, field);
  });
}

/** Parses JSON. Returns undefined for other text, and for keys that could pollute a prototype. */
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

/** Returns whether the schedule in a body never has a next time: only an active pipeline rejects that. */
async function hasNoNextTime(body: unknown): Promise<boolean> {
  const schedule = fieldOf(body, "schedule");
  return typeof schedule === "string" && (await tickAfter(schedule, "UTC", Date.now())) === null;
}

/** Returns whether the text of a post is too long for the feed, if that is its channel. */
function isTooLongForFeed(name: RouteName, body: unknown): boolean {
  const text = fieldOf(body, "text");
  const ofPost = name === "createPost" || name === "updatePost";
  return ofPost && typeof text === "string" && graphemeCount(text) > textRules.feed.limit;
}

/** Returns whether a run makes too many posts, if the pipeline has all channels or makes the most posts for each of them. */
function mayMakeTooManyPosts(body: unknown): boolean {
  const channels = fieldOf(body, "channels");
  const postsPerRun = fieldOf(body, "postsPerRun");
  if (channels === undefined && postsPerRun === undefined) return false;
  const channelCount = Array.isArray(channels) ? new Set(channels).size : channelNames.length;
  return Number(postsPerRun ?? postsPerRunMax) * channelCount > postsPerRunTimesChannelsMax;
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
