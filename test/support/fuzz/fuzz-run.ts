import { Agent } from "node:https";
import fc from "fast-check";
import type { Client, HttpResponse } from "../client/http-client.ts";
import { allowedResponses } from "./allowed-responses.ts";
import { type FuzzRequest, fuzzRequestOf } from "./fuzz-request.ts";
import { type RequestTemplate, requestTemplates } from "./request-template.ts";
import { responseFaults } from "./response-faults.ts";
import { matchOf } from "./route-matching.ts";
import { ask, serviceCa } from "./send.ts";
import { type FuzzSetup, newFuzzSetup } from "./setup.ts";
import { newStatusCounts, type StatusCounts } from "./status-counts.ts";

interface Violation {
  /** `FUZZ_SEED=… FUZZ_REQUESTS=1` makes the request again. */
  seed: number;
  faults: readonly string[];
  /** The smallest request found that has these faults. */
  request: string;
}

export interface FuzzRun {
  requests: number;
  statusCounts: StatusCounts;
  violations: Violation[];
}

// More would have the service open more threads for each of its functions, on the same processors.
const concurrency = 6;
/** Requests change and delete what they meet: after so many the next meet a new organization. */
const requestsPerStage = 1_000;
const distinctMax = 25;
const shrinkMsMax = 4_000;

/** Makes so many requests, drawn from a seed, and judges every answer. */
export async function runFuzz(
  client: Client,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzRun> {
  const agent = new Agent({ keepAlive: true, ca: serviceCa(), maxSockets: concurrency });
  const statusCounts = newStatusCounts();
  const found = new Map<string, Violation>();
  const stages: Promise<FuzzSetup>[] = [];
  const stageOf = (index: number): Promise<FuzzSetup> => {
    const number = Math.floor(index / requestsPerStage);
    for (let next = stages.length; next <= number; next += 1)
      stages.push(
        (stages[next - 1] ?? newFuzzSetup(client, null)).then((before) =>
          newFuzzSetup(client, withoutPast(before)),
        ),
      );
    return stages[number] ?? newFuzzSetup(client, null);
  };

  let next = 0;
  const worker = async () => {
    for (let index = next; index < requests && found.size < distinctMax; index = next) {
      next += 1;
      const violation = await attempt(seedOf(seed, index), await stageOf(index), agent, statusCounts);
      if (violation === null) continue;
      const label = labelOf(violation);
      if (!found.has(label)) found.set(label, violation);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
  return { requests: Math.min(next, requests), statusCounts, violations: [...found.values()] };
}

/** Makes one request; where it is answered wrongly, looks for the smallest that is. */
async function attempt(
  seed: number,
  setup: FuzzSetup,
  agent: Agent,
  statusCounts: StatusCounts,
): Promise<Violation | null> {
  let isFirst = true;
  const property = fc.asyncProperty(requestTemplates, async (template) => {
    const { faults, status } = await judged(template, setup, agent);
    if (isFirst) statusCounts.note(template, status);
    isFirst = false;
    if (faults.length > 0) throw new Error(faults.join("; "));
  });
  // The first request has no time limit. Only the search for a smaller one has.
  const met = await fc.check(property, { seed, numRuns: 1, endOnFailure: true });
  if (!met.failed) return null;
  const shrunk = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: shrinkMsMax });
  // A search that was interrupted before its first case has no counterexample.
  const { counterexample, errorInstance: error } = shrunk.counterexample === null ? met : shrunk;
  const [template] = counterexample ?? [];
  if (template === undefined) throw error;
  return {
    seed,
    faults: [error instanceof Error ? error.message : String(error)],
    request: described(template, fuzzRequestOf(template, setup)),
  };
}

async function judged(
  template: RequestTemplate,
  setup: FuzzSetup,
  agent: Agent,
): Promise<{ faults: string[]; status: number }> {
  if (template.path.includes("{{own")) await setup.disposables.stock(template.route);
  const outgoing = fuzzRequestOf(template, setup);
  try {
    const response = await asked(outgoing, setup, agent);
    // Judged by what may have been deleted until now.
    const allowed = await allowedResponses(outgoing, setup);
    return { faults: responseFaults(response, allowed, outgoing, setup), status: response.status };
  } catch (error) {
    const allowed = await allowedResponses(outgoing, setup);
    if (allowed.mayBeUnreadable === true) return { faults: [], status: 400 };
    return { faults: [`no answer: ${error instanceof Error ? error.message : String(error)}`], status: 0 };
  }
}

function asked(outgoing: FuzzRequest, { deletions }: FuzzSetup, agent: Agent): Promise<HttpResponse> {
  const match = matchOf(outgoing.method, outgoing.path);
  const send = () => ask(outgoing, agent);
  return match === null || match === "malformed" || match.route.method !== "DELETE"
    ? send()
    : deletions.during(match.segment, send);
}

/** A stage that knows its foreign, but not whom that one had for a foreign. */
function withoutPast(setup: FuzzSetup): FuzzSetup {
  return { ...setup, foreign: null };
}

/** The seed of each request: the first one's is the campaign's own. */
function seedOf(seed: number, index: number): number {
  return (seed + Math.imul(index, 0x9e37_79b1)) | 0;
}

/** The same fault of the same endpoint is one finding, whatever it was found by. */
function labelOf({ faults, request }: Violation): string {
  const what = faults
    .join()
    .replaceAll(/[0-9A-Z]{20,}|\d{4,}/g, "…")
    .slice(0, 80);
  return `${request.split("\n")[0]} ${what}`;
}

function described(
  { route, kind }: RequestTemplate,
  { method, path, query, headers, body, chunked }: FuzzRequest,
): string {
  const sent =
    body === null ? [] : [`  ${chunked ? "chunked, " : ""}${body.length} bytes: ${shortened(body)}`];
  return [
    `${route} (${kind})`,
    `  ${method} ${shorten(query === "" ? path : `${path}?${query}`)}`,
    ...headers.map(([name, value]) => `  ${name}: ${shorten(value)}`),
    ...sent,
  ].join("\n");
}

function shortened(body: Buffer): string {
  const text = body.toString("utf8");
  return shorten(Buffer.from(text).equals(body) ? JSON.stringify(text) : `base64 ${body.toString("base64")}`);
}

function shorten(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text;
}
