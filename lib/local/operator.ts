import { isJsonObject, type Json, type JsonObject, numberAt, textAt } from "../emulator/json.ts";
import type { Runtime } from "../emulator/runtime.ts";
import { serviceNames } from "../service-names.ts";
import { type ControlResult, callControl } from "./control.ts";
import { type Organization, organizationOf } from "./service-file.ts";

/** A command for the operator's function, which may run locally or on AWS. */
export interface OperatorCommand<Result> {
  event: JsonObject;
  /** The start of the error message. The reason follows. */
  failure: string;
  /** Reads the function's result. Returns undefined for anything else. */
  resultOf: (payload: JsonObject) => Result | undefined;
}

/** Returns the command that makes an organization with a key of each role. */
export function createOrg(name: string): OperatorCommand<Organization> {
  return {
    event: createOrgEvent(name),
    failure: "The organization could not be made",
    resultOf: organizationOf,
  };
}

/** Returns the event of the operator's function that makes an organization. */
export function createOrgEvent(name: string): { action: "create-org"; name: string } {
  return { action: "create-org", name };
}

/** Returns the command that replays the dead letters of an organization, or of one subscription, and counts them. */
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

/** Returns the command that sets limits of an organization, and returns all that it has then. */
export function setLimits(
  organizationId: string,
  limits: Readonly<Record<string, number>>,
): OperatorCommand<JsonObject> {
  return {
    event: { action: "set-limits", organizationId, limits },
    failure: "No limit is set",
    resultOf: (payload) => payload,
  };
}

/** Carries out a command with the operator's function of a runtime. Rejects with an Error of one line. */
export async function carryOut<Result>(runtime: Runtime, command: OperatorCommand<Result>): Promise<Result> {
  const fn = runtime.assembly.find(serviceNames.workersStack, serviceNames.adminFunction);
  return readResult(command, await invokeForResult(runtime, fn.ref, command.event));
}

/** Carries out a command with the service that runs on the state folder. Returns undefined when no service runs there. */
export async function carryOutInRunning<Result>(
  stateDirectory: string,
  command: OperatorCommand<Result>,
): Promise<Result | undefined> {
  const result = await callControl(stateDirectory, serviceNames.adminFunction, command.event);
  return result === undefined ? undefined : readResult(command, result);
}

/** Makes an organization with the operator's function of a runtime. */
export function createOrganization(runtime: Runtime, name: string): Promise<Organization> {
  return carryOut(runtime, createOrg(name));
}

/** Makes an organization with the service that runs on the state folder. Returns undefined when no service runs there. */
export function createOrganizationInRunning(
  stateDirectory: string,
  name: string,
): Promise<Organization | undefined> {
  return carryOutInRunning(stateDirectory, createOrg(name));
}

/** Invokes the operator's function by its logical name, and no other function. */
export async function invokeOperatorFunction(
  runtime: Runtime,
  functionName: string,
  event: Json,
): Promise<ControlResult> {
  if (functionName !== serviceNames.adminFunction)
    return { ok: false, message: `${functionName} is not the operator's function` };
  return invokeForResult(runtime, runtime.assembly.find(serviceNames.workersStack, functionName).ref, event);
}

async function invokeForResult(runtime: Runtime, functionName: string, event: Json): Promise<ControlResult> {
  const result = await runtime.invoke(functionName, event);
  return result.ok
    ? { ok: true, payload: result.payload }
    : { ok: false, message: result.error.errorMessage };
}

/** Reads the result of the operator's function. Throws an Error of one line when it did not carry out the command. */
export function readResult<Result>(
  { failure, resultOf }: OperatorCommand<Result>,
  given: ControlResult,
): Result {
  const reason = given.ok ? textAt(given.payload, "rejected") : given.message;
  if (reason !== undefined) throw new Error(`${failure}: ${reason.replace(/\.$/, "")}.`);
  const result = given.ok && isJsonObject(given.payload) ? resultOf(given.payload) : undefined;
  if (result === undefined) throw new Error(`${failure}: the result is not one of the operator's function.`);
  return result;
}
