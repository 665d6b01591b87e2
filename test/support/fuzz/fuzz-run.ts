import { Agent } from "node:https";
import fc from "fast-check";
import type { Client, HttpResponse } from "../client/http-client.ts";
import { allowedResponses } from "./allowed-responses.ts";
import { type FuzzRequest, fuzzRequestOf } from "./fuzz-request.ts";
import { type RequestTemplate, requestTemplates } from "./request-template.ts";
import { responseFaults } from "./response-faults.ts";
import { matchOf } from "./route-matching.ts";
import { sendRequest, serviceCa } from "./send.ts";
import { type FuzzSetup, newFuzzSetup } from "./setup.ts";
import { newStatusCounts, type StatusCounts } from "./status-counts.ts";

interface Violation {
  /** `FUZZ_SEED=… FUZZ_REQUESTS=1` sends this request again. */
  seed: number;
  faults: readonly string[];
  /** The smallest request found whose response has these faults. */
  request: string;
}

export interface FuzzRun {
  requests: number;
  statusCounts: StatusCounts;
  violations: Violation[];
}

// With more, the service would start more threads for each function on the same processors.
const concurrency = 4;
/** Requests change and delete the fixtures, so a new organization replaces the old one after this many requests. */
const requestsPerSetup = 1_000;
const distinctMax = 25;
const shrinkMsMax = 4_000;

/** Sends requests generated from a seed, and checks every response. */
export async function runFuzz(
  client: Client,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzRun> {
  const agent = new Agent({ keepAlive: true, ca: serviceCa(), maxSockets: concurrency });
  const statusCounts = newStatusCounts();
  const found = new Map<string, Violation>();
  const setups: Promise<FuzzSetup>[] = [];
  const setupOf = (index: number): Promise<FuzzSetup> => {
    const number = Math.floor(index / requestsPerSetup);
    for (let next = setups.length; next <= number; next += 1)
      setups.push(
        (setups[next - 1] ?? newFuzzSetup(client, null)).then((before) =>
          newFuzzSetup(client, withoutForeign(before)),
        ),
      );
    return setups[number] ?? newFuzzSetup(client, null);
  };

  let next = 0;
  const worker = async () => {
    for (let index = next; index < requests && found.size < distinctMax; index = next) {
      next += 1;
      const violation = await findViolation(seedOf(seed, index), await setupOf(index), agent, statusCounts);
      if (violation === null) continue;
      const label = labelOf(violation);
      if (!found.has(label)) found.set(label, violation);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
  return { requests: Math.min(next, requests), statusCounts, violations: [...found.values()] };
}

/** Sends one request. If its response is wrong, searches the smallest request with a wrong response. */
async function findViolation(
  seed: number,
  setup: FuzzSetup,
  agent: Agent,
  statusCounts: StatusCounts,
): Promise<Violation | null> {
  let isFirst = true;
  const property = fc.asyncProperty(requestTemplates, async (template) => {
    const { faults, status } = await sendAndCheck(template, setup, agent);
    if (isFirst) statusCounts.add(template, status);
    isFirst = false;
    if (faults.length > 0) throw new Error(faults.join("; "));
  });
  // The first request has no time limit. Only the search for a smaller one has.
  const first = await fc.check(property, { seed, numRuns: 1, endOnFailure: true });
  if (!first.failed) return null;
  const shrunk = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: shrinkMsMax });
  // A search that was interrupted before its first case has no counterexample.
  const { counterexample, errorInstance: error } = shrunk.counterexample === null ? first : shrunk;
  const [template] = counterexample ?? [];
  if (template === undefined) throw error;
  return {
    seed,
    faults: [error instanceof Error ? error.message : String(error)],
    request: requestReport(template, fuzzRequestOf(template, setup)),
  };
}

async function sendAndCheck(
  template: RequestTemplate,
  setup: FuzzSetup,
  agent: Agent,
): Promise<{ faults: string[]; status: number }> {
  if (template.path.includes("{{own")) await setup.disposables.prepare(template.route);
  const request = fuzzRequestOf(template, setup);
  try {
    const response = await sendTracked(request, setup, agent);
    // Deletions that ran meanwhile count too.
    const allowed = await allowedResponses(request, setup);
    return { faults: responseFaults(response, allowed, request, setup), status: response.status };
  } catch (error) {
    const allowed = await allowedResponses(request, setup);
    if (allowed.mayBeUnreadable === true) return { faults: [], status: 400 };
    return { faults: [`no response: ${error instanceof Error ? error.message : String(error)}`], status: 0 };
  }
}

function sendTracked(request: FuzzRequest, { deletions }: FuzzSetup, agent: Agent): Promise<HttpResponse> {
  const match = matchOf(request.method, request.path);
  const send = () => sendRequest(request, agent);
  return match === null || match === "malformed" || match.route.method !== "DELETE"
    ? send()
    : deletions.track(match.segment, send);
}

/** Drops the foreign setup of a setup, so that older setups are released. */
function withoutForeign(setup: FuzzSetup): FuzzSetup {
  return { ...setup, foreign: null };
}

/** Returns the seed of a request. The first request has the seed of the run. */
function seedOf(seed: number, index: number): number {
  return (seed + Math.imul(index, 0x9e37_79b1)) | 0;
}

/** Returns the same label for the same faults of the same endpoint, so that each is reported once. */
function labelOf({ faults, request }: Violation): string {
  const text = faults
    .join()
    .replaceAll(/[0-9A-Z]{20,}|\d{4,}/g, "…")
    .slice(0, 80);
  return `${request.split("\n")[0]} ${text}`;
}

function requestReport(
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
