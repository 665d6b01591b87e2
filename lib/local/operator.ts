import { serviceNames } from "../service-names.ts";
import { type Answer, callControl } from "./control.ts";
import { isJsonObject, type Json } from "./json.ts";
import type { Runtime } from "./runtime.ts";
import { type Organization, organizationOf } from "./service-file.ts";

/** Makes an organization with a key of each role, by the operator's function of a runtime. */
export async function createOrganization(runtime: Runtime, name: string): Promise<Organization> {
  const fn = runtime.assembly.find(serviceNames.workersStack, serviceNames.adminFunction);
  return readAnswer(await invokeForAnswer(runtime, fn.ref, createOrgEvent(name)));
}

/** The same by the service that runs on the state folder; undefined when none runs there. */
export async function createOrganizationInRunning(
  stateDirectory: string,
  name: string,
): Promise<Organization | undefined> {
  const answer = await callControl(stateDirectory, serviceNames.adminFunction, createOrgEvent(name));
  return answer === undefined ? undefined : readAnswer(answer);
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

/** The event that asks the operator's function for a new organization. */
export function createOrgEvent(name: string): { action: "create-org"; name: string } {
  return { action: "create-org", name };
}

async function invokeForAnswer(runtime: Runtime, functionName: string, event: Json): Promise<Answer> {
  const result = await runtime.invoke(functionName, event);
  return result.ok
    ? { ok: true, payload: result.payload }
    : { ok: false, message: result.error.errorMessage };
}

function readAnswer(answer: Answer): Organization {
  if (!answer.ok) throw new Error(`The organization could not be made: ${answer.message}.`);
  const organization = isJsonObject(answer.payload) ? organizationOf(answer.payload) : undefined;
  if (organization === undefined)
    throw new Error("The organization could not be made: the function's answer holds none.");
  return organization;
}
