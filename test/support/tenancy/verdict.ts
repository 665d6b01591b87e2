import type { Route } from "../../../functions/contract/route.ts";
import { comparable, errorFaults, fieldsOf, successFaults } from "../api/answers.ts";
import type { HttpResponse } from "../client/http-client.ts";
import type { Estate } from "./estate.ts";
import { positionsOf } from "./id-fields.ts";
import type { Named } from "./named.ts";
import { mayUse, nameOf, type Question } from "./questions.ts";
import { namesAny } from "./rows.ts";

interface Expected {
  status: readonly number[];
  /** Questions of one name get one answer, byte by byte; none where each may get its own. */
  alike: string | null;
  /** What `error.fields` must name. */
  fields?: readonly string[];
}

/** What the contract has for a question: 401, then 403, then 400, then 404 (section 1), and nothing of anybody else. */
function expectedOf(question: Question): Expected {
  const { operation, route, caller, named, shape, disguise, method } = question;
  const like = (what: string) => `${operation}: ${what}`;
  // The gateway refuses what the API has not, before it is asked who calls.
  if (method !== undefined) return { status: [404], alike: like(method) };
  if (caller.role === null) return { status: [401], alike: like("401") };
  if (!mayUse(caller, route)) return { status: [403], alike: like("403") };
  if (disguise !== undefined) return expectedOfDisguised(question, disguise);
  if (shape === "malformed")
    return { status: [400], alike: like(`400 to ${named.map(({ position }) => position.field).join(", ")}`) };
  const others = named.filter(isNotOwn).map(({ position }) => position.place);
  // One's own cursor is of the list that it came from, and of no other.
  const isPaged = named.some(({ position }) => position.names === "cursor");
  if (isPaged && others.length > 0) return { status: [400], alike: like("cursor"), fields: ["cursor"] };
  if (others.includes("path") || others.includes("body")) return { status: [404], alike: like("404") };
  // A filter for what is not there finds nothing, and a thing that is not there is not found.
  if (others.includes("query"))
    return isList(route)
      ? { status: [200], alike: like("an empty list") }
      : { status: [404], alike: like("404") };
  return { status: [route.success.status], alike: null };
}

/** What is written in a disguise is not there; but where decoding gives the caller's own id, its own thing is. */
function expectedOfDisguised({ operation, route, named }: Question, disguise: string): Expected {
  if (named.every(({ whose }) => whose === "own"))
    return { status: [route.success.status, 400, 404], alike: null };
  return { status: [404, 400], alike: `${operation}, ${disguise}` };
}

const isNotOwn = ({ whose }: Named) => whose !== "own";

function isList(route: Route): boolean {
  return positionsOf(route).some(({ names }) => names === "cursor");
}

export interface Answered {
  question: Question;
  answer: HttpResponse;
}

/** Every answer that is not what it must be, in words; of the others none is left out for one that is wrong. */
export function wrongAnswers(answered: readonly Answered[], stranger: Estate): string[] {
  const models = new Map<string, Answered>();
  for (const one of answered) {
    const { alike } = expectedOf(one.question);
    if (alike !== null && (isModel(one.question) || !models.has(alike))) models.set(alike, one);
  }
  return answered.flatMap((one) => {
    const { alike } = expectedOf(one.question);
    const model = alike === null ? undefined : models.get(alike);
    return faultLine(nameOf(one.question), faultsOf(one, model, stranger));
  });
}

/** What is wrong with one case, in one line; none when nothing is. */
export function faultLine(name: string, faults: readonly string[]): string[] {
  return faults.length === 0 ? [] : [`${name}: ${faults.join(" | ")}`];
}

/** What everything else must be like: the same about something that never was. */
function isModel({ named }: Question): boolean {
  return named.every(({ what }) => what === "unknown");
}

function faultsOf({ question, answer }: Answered, model: Answered | undefined, stranger: Estate): string[] {
  const { status, fields } = expectedOf(question);
  if (!status.includes(answer.status))
    return [`expected ${status.join(" or ")}, got ${answer.status} ${answer.text.slice(0, 200)}`];
  // Nothing but the status is said to HEAD.
  if (question.method === "HEAD") return answer.text === "" ? [] : [`got a body: ${answer.text}`];
  const faults =
    answer.status >= 400
      ? errorFaults(answer, answer.status)
      : successFaults(question.route, answer).filter((fault) => fault !== "no rate limit");
  if (fields !== undefined && String(fieldsOf(answer)) !== String(fields))
    faults.push(`names ${fieldsOf(answer).join(", ")}`);
  if (namesAny(stranger, answer.text))
    faults.push(`shows what is another organization's: ${answer.text.slice(0, 300)}`);
  if (model !== undefined) {
    const [got, wanted] = [answer, model.answer].map((one) => JSON.stringify(comparable(one)));
    if (got !== wanted) faults.push(`expected what ${nameOf(model.question)} gets, ${wanted}, got ${got}`);
  }
  return faults;
}
