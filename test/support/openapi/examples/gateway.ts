import { textAt } from "../../../../lib/emulator/json.ts";
import { gatewayResponses, type Synthesis } from "../../infra/synthesis.ts";

/** The API Gateway response type of each documented example. */
const failures = new Map([
  ["malformed", "BAD_REQUEST_PARAMETERS"],
  ["tooLarge", "REQUEST_TOO_LARGE"],
  ["throttled", "THROTTLED"],
  ["lost", "INTEGRATION_FAILURE"],
]);

/** Whether a response component, given by its name or a reference, comes from API Gateway and not from a function. */
export function isOfGateway(response: string): boolean {
  return /\b(?:Malformed|Throttled|Lost)$/.test(response);
}

/** The response that the template configures in API Gateway for an example. */
export function gatewayExample(all: Synthesis, example: string): { status: number; text: string } {
  const response = gatewayResponses(all)[failures.get(example) ?? ""];
  if (response === undefined) throw new Error(`No gateway response for the example ${example}`);
  const text = textAt(response, "responseTemplates", "application/json") ?? "";
  return { status: Number(textAt(response, "statusCode")), text };
}
