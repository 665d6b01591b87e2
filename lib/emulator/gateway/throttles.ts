import { describeResource, type Resource } from "../assembly.ts";
import { type Json, listAt, numberAt, textAt } from "../json.ts";

interface Limits {
  perSecond: number;
  burst: number;
}

/**
 * Returns a function that counts a request of a method and returns whether the stage's throttle of that method lets it
 * pass. Each method has a token bucket of its own. `now` returns milliseconds.
 *
 * Throws an Error for a setting of a path or a method group that it does not know.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function stageThrottles(
  stage: Resource | undefined,
  now: () => number,
): (httpMethod: string, resourcePath: string) => boolean {
  const settings = new Map<string, Limits>();
  for (const setting of listAt(stage?.properties, "MethodSettings")) {
    const limits = limitsOf(setting);
    if (limits !== undefined) settings.set(methodOf(setting, stage), limits);
  }
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  return (httpMethod, resourcePath) => {
    const method = `${httpMethod} ${resourcePath}`;
    const limits = settings.get(method) ?? settings.get(everyMethod);
    if (limits === undefined) return true;
    const atMs = now();
    const bucket = buckets.get(method) ?? { tokens: limits.burst, atMs };
    const refilled = bucket.tokens + ((atMs - bucket.atMs) / 1000) * limits.perSecond;
    const tokens = Math.min(limits.burst, refilled);
    const passes = tokens >= 1;
    buckets.set(method, { tokens: passes ? tokens - 1 : tokens, atMs });
    return passes;
  };
}

const everyMethod = "* /*";

/** `GET /items/{id}`. In the template the slashes of a path after the first are `~1`. */
function methodOf(setting: Json, stage: Resource | undefined): string {
  const httpMethod = textAt(setting, "HttpMethod") ?? "";
  const path = (textAt(setting, "ResourcePath") ?? "").replace(/^\/(?=~1)/, "").replaceAll("~1", "/");
  const method = `${httpMethod} ${path}`;
  if (method !== everyMethod && method.includes("*") && stage !== undefined)
    throw new Error(`${describeResource(stage)}: the emulator does not know settings of ${method}`);
  return method;
}

function limitsOf(setting: Json): Limits | undefined {
  const perSecond = numberAt(setting, "ThrottlingRateLimit");
  const burst = numberAt(setting, "ThrottlingBurstLimit");
  return perSecond === undefined || burst === undefined ? undefined : { perSecond, burst };
}
