import { Agent } from "node:https";
import fc from "fast-check";
import type { Client, HttpResponse } from "../client/http-client.ts";
import { allowedFor } from "./allowed.ts";
import { ask, serviceCa } from "./ask.ts";
import { type Draft, drafts } from "./draft.ts";
import { answerFaults } from "./judge.ts";
import { matchOf } from "./matching.ts";
import { type Outgoing, outgoingOf } from "./outgoing.ts";
import { newStage, type Stage } from "./stage.ts";
import { newTally, type Tally } from "./tally.ts";

interface Violation {
  /** `FUZZ_SEED=… FUZZ_REQUESTS=1` makes the request again. */
  seed: number;
  faults: readonly string[];
  /** The smallest request found that has these faults. */
  request: string;
}

export interface Campaign {
  requests: number;
  tally: Tally;
  violations: Violation[];
}

// More would have the service open more threads for each of its functions, on the same processors.
const concurrency = 6;
/** Requests change and delete what they meet: after so many the next meet a new organization. */
const requestsPerStage = 1_000;
const distinctMax = 25;
const shrinkMsMax = 4_000;

/** Makes so many requests, drawn from a seed, and judges every answer. */
export async function runCampaign(
  client: Client,
  { seed, requests }: { seed: number; requests: number },
): Promise<Campaign> {
  const agent = new Agent({ keepAlive: true, ca: serviceCa(), maxSockets: concurrency });
  const tally = newTally();
  const found = new Map<string, Violation>();
  const stages: Promise<Stage>[] = [];
  const stageOf = (index: number): Promise<Stage> => {
    const number = Math.floor(index / requestsPerStage);
    for (let next = stages.length; next <= number; next += 1)
      stages.push(
        (stages[next - 1] ?? newStage(client, null)).then((before) => newStage(client, withoutPast(before))),
      );
    return stages[number] ?? newStage(client, null);
  };

  let next = 0;
  const worker = async () => {
    for (let index = next; index < requests && found.size < distinctMax; index = next) {
      next += 1;
      const violation = await attempt(seedOf(seed, index), await stageOf(index), agent, tally);
      if (violation === null) continue;
      const label = labelOf(violation);
      if (!found.has(label)) found.set(label, violation);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
  return { requests: Math.min(next, requests), tally, violations: [...found.values()] };
}

/** Makes one request; where it is answered wrongly, looks for the smallest that is. */
async function attempt(seed: number, stage: Stage, agent: Agent, tally: Tally): Promise<Violation | null> {
  let isFirst = true;
  const property = fc.asyncProperty(drafts, async (draft) => {
    const { faults, status } = await judged(draft, stage, agent);
    if (isFirst) tally.note(draft, status);
    isFirst = false;
    if (faults.length > 0) throw new Error(faults.join("; "));
  });
  // The request itself takes as long as it takes; only the search for a smaller one ends after a while.
  const met = await fc.check(property, { seed, numRuns: 1, endOnFailure: true });
  if (!met.failed) return null;
  const shrunk = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: shrinkMsMax });
  const { counterexample, errorInstance: error } = shrunk.failed ? shrunk : met;
  const [draft] = counterexample ?? [];
  if (draft === undefined) throw error;
  return {
    seed,
    faults: [error instanceof Error ? error.message : String(error)],
    request: described(draft, outgoingOf(draft, stage)),
  };
}

async function judged(
  draft: Draft,
  stage: Stage,
  agent: Agent,
): Promise<{ faults: string[]; status: number }> {
  if (draft.path.includes("{{own")) await stage.spares.stock(draft.route);
  const outgoing = outgoingOf(draft, stage);
  try {
    const answer = await asked(outgoing, stage, agent);
    // Judged by what may have been deleted until now.
    const allowed = await allowedFor(outgoing, stage);
    return { faults: answerFaults(answer, allowed, outgoing, stage), status: answer.status };
  } catch (error) {
    const allowed = await allowedFor(outgoing, stage);
    if (allowed.mayBeUnreadable === true) return { faults: [], status: 400 };
    return { faults: [`no answer: ${error instanceof Error ? error.message : String(error)}`], status: 0 };
  }
}

function asked(outgoing: Outgoing, { deletions }: Stage, agent: Agent): Promise<HttpResponse> {
  const match = matchOf(outgoing.method, outgoing.path);
  const send = () => ask(outgoing, agent);
  return match === null || match === "malformed" || match.route.method !== "DELETE"
    ? send()
    : deletions.during(match.segment, send);
}

/** A stage that knows its stranger, but not whom that one had for a stranger. */
function withoutPast(stage: Stage): Stage {
  return { ...stage, stranger: null };
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
  { route, kind }: Draft,
  { method, path, query, headers, body, chunked }: Outgoing,
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
