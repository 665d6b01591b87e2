import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { type Json, listAt, textAt, valueAt } from "../json.ts";
import type { Encoding } from "../s3/compression.ts";
import { addsProtocolHeader, encodingsOf } from "./cache-policies.ts";
import { compileFunction, type EdgeOutcome, eventHeaders, eventOf, plainHeaders } from "./edge-function.ts";
import type { PlainResponse } from "./gateway-errors.ts";
import { type Origin, originsOf } from "./origins.ts";
import { responseHeadersOf } from "./response-headers.ts";
import type { ViewerRequest } from "./viewer-request.ts";

const allMethodsCount = 7;

/** What the distribution does with a request. */
interface Handled {
  outcome: EdgeOutcome;
  /** Where the request goes, if it goes on. */
  origin: Origin;
  /** The encodings in which objects of a bucket are sent. */
  encodings: readonly Encoding[];
  /** Adds the headers that CloudFront sets in every response. */
  finish: (response: PlainResponse) => PlainResponse;
}

export interface Edge {
  /** The API among the origins. */
  api: Resource;
  /** Throws what the template's function throws. */
  handle(request: ViewerRequest): Handled;
}

/** Reads the template's distribution: its origins, and its behaviours with their functions, which run unchanged. */
export function edgeOf(assembly: Assembly): Edge {
  const [distribution, another] = assembly.ofType("AWS::CloudFront::Distribution");
  if (distribution === undefined || another !== undefined)
    throw new Error("The emulator needs one AWS::CloudFront::Distribution in the template");
  const config = distribution.properties["DistributionConfig"];
  const origins = originsOf(assembly, distribution);
  const read = (behavior: Json | undefined) => readBehavior({ assembly, distribution, origins, behavior });
  const fallback = read(valueAt(config, "DefaultCacheBehavior"));
  const special = listAt(config, "CacheBehaviors").map(read);
  // How long errors are cached has no effect, because nothing is cached here.
  if (listAt(config, "CustomErrorResponses").some((one) => textAt(one, "ResponsePagePath") !== undefined))
    throw new Error(`${describeResource(distribution)}: the emulator does not know pages for errors`);
  return {
    api: apiOf(distribution, origins),
    handle: (request) =>
      (special.find(({ pattern }) => pattern.test(request.uri)) ?? fallback).handle(request),
  };
}

function apiOf(distribution: Resource, origins: readonly Origin[]): Resource {
  const [origin, another] = origins.filter((one) => one.kind === "api");
  if (origin === undefined || another !== undefined)
    throw new Error(`${describeResource(distribution)}: the emulator needs one API among its origins`);
  return origin.api;
}

interface Behavior {
  pattern: RegExp;
  handle(request: ViewerRequest): Handled;
}

function readBehavior(options: {
  assembly: Assembly;
  distribution: Resource;
  origins: readonly Origin[];
  behavior: Json | undefined;
}): Behavior {
  const { assembly, distribution, origins, behavior } = options;
  const where = describeResource(distribution);
  if (textAt(behavior, "ViewerProtocolPolicy") !== "allow-all")
    throw new Error(`${where}: the emulator knows only behaviours that allow all protocols`);
  if (listAt(behavior, "AllowedMethods").length !== allMethodsCount)
    throw new Error(`${where}: the emulator knows only behaviours that allow all methods`);
  const originId = textAt(behavior, "TargetOriginId");
  const origin = origins.find(({ id }) => id === originId);
  if (origin === undefined) throw new Error(`${where}: has no origin ${originId}`);

  const associations = listAt(behavior, "FunctionAssociations");
  const [run] = associations.map((association) => {
    if (textAt(association, "EventType") !== "viewer-request")
      throw new Error(`${where}: the emulator knows only viewer-request functions`);
    return compileFunction(assembly, where, textAt(association, "FunctionARN"));
  });
  const hasProtocolHeader = addsProtocolHeader(assembly, behavior);
  const encodings = origin.kind === "bucket" ? encodingsOf(assembly, distribution, behavior) : [];
  const finish = responseHeadersOf(assembly, textAt(behavior, "ResponseHeadersPolicyId"));

  return {
    pattern: wildcard(textAt(behavior, "PathPattern") ?? "*"),
    handle(request) {
      const headers = eventHeaders(request, hasProtocolHeader);
      const outcome =
        run === undefined
          ? { uri: request.uri, headers: plainHeaders(headers) }
          : run(eventOf(request, distribution, headers));
      return { outcome, origin, encodings, finish };
    },
  };
}

/** Compiles a path pattern of CloudFront: `*` is any number of characters, `?` is one. */
function wildcard(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source.startsWith("/") || source.startsWith(".") ? "" : "/?"}${source}$`, "s");
}
