import { textAt } from "../../../../lib/emulator/json.ts";
import { gatewayResponses, type Synthesis } from "../../infra/synthesis.ts";

/** Which of API Gateway's own failures each of its documented examples shows. */
const failures = new Map([
  ["malformed", "BAD_REQUEST_PARAMETERS"],
  ["tooLarge", "REQUEST_TOO_LARGE"],
  ["throttled", "THROTTLED"],
  ["lost", "INTEGRATION_FAILURE"],
]);

/** Whether a response of the components, by its name or a reference to it, is one that API Gateway gives by itself. */
export function isOfGateway(response: string): boolean {
  return /\b(?:Malformed|Throttled|Lost)$/.test(response);
}

/** What the template has API Gateway answer where an example says what it answers. */
export function gatewayAnswer(all: Synthesis, example: string): { status: number; text: string } {
  const response = gatewayResponses(all)[failures.get(example) ?? ""];
  if (response === undefined) throw new Error(`No gateway response for the example ${example}`);
  const text = textAt(response, "responseTemplates", "application/json") ?? "";
  return { status: Number(textAt(response, "statusCode")), text };
}
