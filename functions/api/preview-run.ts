import { runRoutes } from "../contract/routes/runs.ts";
import { DomainError, notFound } from "../domain/errors.ts";
import { postView } from "../domain/post-view.ts";
import { secondMs } from "../domain/time.ts";
import { newLeaseToken } from "../platform/effects.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { readBrand } from "../table/brands.ts";
import { readOrganization } from "../table/organizations.ts";
import { acquirePermit, releasePermit } from "../table/permits.ts";
import { readPipeline } from "../table/pipelines.ts";

/** Less than a request may take, because it also authenticates and acquires a permit. */
const previewMsMax = 8 * secondMs;
/** Longer than a request may take. */
const permitMs = 15 * secondMs;
/** Most runs take some seconds. */
const retryAfterSeconds = 5;

/** Loads the parsers of all sources and the template, which no other endpoint has. A cold start does not wait for them. */
const loadPipeline = () => import("../pipeline/preview-run.ts");

export const handler = endpoint(runRoutes.previewRun, async ({ caller, id, viewer }, effects) => {
  const { organizationId } = caller;
  const { nowMs, newId } = effects;
  // A request with an Idempotency-Key stores its changes once. A permit must be acquired by each try of the request.
  const { idempotentCommit: _, ...table } = effects.table;
  const pipeline = await readPipeline(table, organizationId, id);
  const brand = pipeline === null ? null : await readBrand(table, organizationId, pipeline.brandId);
  if (pipeline === null || brand === null) throw notFound("pipeline");

  const [{ limits }, { previewRun }] = await Promise.all([
    readOrganization(table, organizationId),
    loadPipeline(),
  ]);
  const scope = { organizationId, queue: "runs" as const };
  const leaseToken = newLeaseToken();
  const now = nowMs();
  const lease = { permits: limits.runsAtOnce, leaseToken, nowMs: now, untilMs: now + permitMs };
  const permit = await acquirePermit(table, scope, lease);
  if (permit === null) {
    const message =
      "The organization has as many runs and previews at once as it may: send the request again after the number of seconds in Retry-After.";
    throw new DomainError("rate_limited", message, { retryAfterSeconds });
  }
  try {
    const timeLimit = AbortSignal.timeout(previewMsMax);
    const { posts, stages, error } = await previewRun(
      { pipeline, brand },
      { table, nowMs, newId, publicUrl: viewer.baseUrl, allowLoopback: allowsLoopback(), timeLimit },
    );
    return { posts: posts.map(postView), stages: [...stages], error };
  } finally {
    await releasePermit(table, scope, { permit, leaseToken });
  }
});
