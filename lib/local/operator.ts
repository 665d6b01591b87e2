import { isJsonObject, type Json, type JsonObject, numberAt, textAt } from "../emulator/json.ts";
import type { Runtime } from "../emulator/runtime.ts";
import { serviceNames } from "../service-names.ts";
import { type Answer, callControl } from "./control.ts";
import { type Organization, organizationOf } from "./service-file.ts";

/** What the operator's function is asked for, wherever it runs, and what its answer says. */
export interface OperatorCommand<Result> {
  event: JsonObject;
  /** What to tell a person of when it fails: the reason follows. */
  failure: string;
  /** Undefined when the answer is none of the operator's function. */
  resultOf: (payload: JsonObject) => Result | undefined;
}

/** Makes an organization with a key of each role. */
export function createOrg(name: string): OperatorCommand<Organization> {
  return {
    event: createOrgEvent(name),
    failure: "The organization could not be made",
    resultOf: organizationOf,
  };
}

/** The event that asks the operator's function for a new organization. */
export function createOrgEvent(name: string): { action: "create-org"; name: string } {
  return { action: "create-org", name };
}

/** Puts the dead letters of an organization, or of one of its subscriptions, back into delivery; answers how many. */
export function replay(
  organizationId: string,
  webhookId: string | undefined,
): OperatorCommand<{ count: number }> {
  return {
    event: { action: "replay", organizationId, webhookId: webhookId ?? null },
    failure: "Nothing is replayed",
    resultOf: (payload) => {
      const count = numberAt(payload, "count");
      return count === undefined ? undefined : { count };
    },
  };
}

/** Has the operator's function of a runtime do it. Rejects with an Error of one line. */
export async function command<Result>(runtime: Runtime, asked: OperatorCommand<Result>): Promise<Result> {
  const fn = runtime.assembly.find(serviceNames.workersStack, serviceNames.adminFunction);
  return readAnswer(asked, await invokeForAnswer(runtime, fn.ref, asked.event));
}

/** Has the service do it that runs on the state folder; undefined when none runs there. */
export async function commandRunning<Result>(
  stateDirectory: string,
  asked: OperatorCommand<Result>,
): Promise<Result | undefined> {
  const answer = await callControl(stateDirectory, serviceNames.adminFunction, asked.event);
  return answer === undefined ? undefined : readAnswer(asked, answer);
}

/** Makes an organization by the operator's function of a runtime. */
export function createOrganization(runtime: Runtime, name: string): Promise<Organization> {
  return command(runtime, createOrg(name));
}

/** The same by the service that runs on the state folder; undefined when none runs there. */
export function createOrganizationInRunning(
  stateDirectory: string,
  name: string,
): Promise<Organization | undefined> {
  return commandRunning(stateDirectory, createOrg(name));
}

/** What the control door invokes: the operator's function by its logical name, and no other. */
export async function invokeOperatorFunction(
  runtime: Runtime,
  functionName: string,
  event: Json,
): Promise<Answer> {
  if (functionName !== serviceNames.adminFunction)
    return { ok: false, message: `no operator's function ${functionName}` };
  return invokeForAnswer(runtime, runtime.assembly.find(serviceNames.workersStack, functionName).ref, event);
}

async function invokeForAnswer(runtime: Runtime, functionName: string, event: Json): Promise<Answer> {
  const result = await runtime.invoke(functionName, event);
  return result.ok
    ? { ok: true, payload: result.payload }
    : { ok: false, message: result.error.errorMessage };
}

/** What the operator's function answered; throws an Error of one line when it did not do it. */
export function readAnswer<Result>({ failure, resultOf }: OperatorCommand<Result>, answer: Answer): Result {
  const reason = answer.ok ? textAt(answer.payload, "rejected") : answer.message;
  if (reason !== undefined) throw new Error(`${failure}: ${reason.replace(/\.$/, "")}.`);
  const result = answer.ok && isJsonObject(answer.payload) ? resultOf(answer.payload) : undefined;
  if (result === undefined) throw new Error(`${failure}: the answer is not one of the operator's function.`);
  return result;
}
